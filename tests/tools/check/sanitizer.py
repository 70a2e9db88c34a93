#!/usr/bin/env python3
"""sanitizer.py - compute-sanitizer: its text against the recorded one, its options.

usage: sanitizer.py SIMTCC COMPUTE-SANITIZER DIR

DIR/faults.cu makes the mistake that its argument names. DIR/faults.txt has what NVIDIA's tool says of
them, without frames of the host; addresses and places in the code are not compared. The last line printed is
"N passed, N failed, 0 skipped".
SPDX-License-Identifier: Apache-2.0"""
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

RECORDED = ['--print-limit', '2']
OPTIONS = [  # options, mistake, what must be in the output, what must not
    (['--tool', 'racecheck'], 'race', '(1 error, 0 warnings)', None),
    (['--tool', 'racecheck', '--kernel-name', 'kne=race'], 'race', '(1 error', None),
    (['--tool', 'racecheck', '--kernel-name', 'kns=rac'], 'race', '(1 error', None),
    (['--tool', 'racecheck', '--kernel-name', 'kne=rac'], 'race', '(0 errors', None),
    (['--tool', 'racecheck', '--kernel-name-exclude', 'kne=race'], 'race', '(0 errors', None),
    (['--tool', 'racecheck', '--kernel-name-exclude', 'kne=rac'], 'race', '(1 error', None),
    (['--tool', 'racecheck', '--kernel-regex', 'kns=^ra.e'], 'race', '(1 error', None),
    (['--tool', 'racecheck', '--kernel-regex', 'kne=ra'], 'race', '(0 errors', None),
    (['--tool', 'racecheck', '--kernel-regex-exclude', 'kne=r.*'], 'race', '(0 errors', None),
    (['--tool', 'racecheck', '--launch-skip', '1'], 'race', '(0 errors', None),
    (['--tool', 'racecheck', '--demangle', 'no'], 'race', 'at _Z4racePi+', 'race(int'),
    (['--tool', 'racecheck', '--demangle', 'simple'], 'race', 'at race+', 'race(int'),
    (['--show-backtrace', 'no'], 'oobw', 'is out of bounds', 'Host Frame'),
    (['--report-api-errors', 'no'], 'dfree', 'ERROR SUMMARY: 0 errors', 'Program hit'),
    (['--destroy-on-device-error', 'kernel'], 'oobw', 'malloc=0 memset=0', None),
    (['--force-blocking-launches', 'yes'], 'oobw', 'sync=719', None),
    (['--tool', 'all'], 'race', 'RACECHECK SUMMARY: 1 hazard', None),
    (['--check-device-heap', 'no'], 'oobw', 'check-device-heap', 'Invalid'),
    (['--kernel-name', 'race'], 'race', 'kns=TEXT or kne=NAME', 'hazard'),
    (['--padding', '4'], 'oobw', 'padding', 'Invalid'),
]


def plain(lines):
    """Returns the lines without what depends on where things lie."""
    lines = [l.rstrip() for l in lines if l.startswith('=====') and 'Frame' not in l]
    lines = [re.sub(r'\+0x[0-9a-f]+', '+PC', l) for l in lines]
    lines = [re.sub(r'0x[0-9a-f]{9,}', 'ADDRESS', l) for l in lines]
    return [re.sub(r'is [\d,]{9,} bytes', 'is N bytes', l) for l in lines]


def options_of(words):
    """The recorded run: its options, its mistake."""
    tool = words[0]
    if tool == 'leak':
        return ['--leak-check', 'full'], 'leak'
    if tool == 'racecheck':
        return ['--tool', tool, '--racecheck-report', words[1]], words[2]
    return ['--tool', tool], words[1] if len(words) > 1 else 'init'


def recorded(run, text):
    for section in re.split(r'^##### ', text, flags=re.M)[1:]:
        head, *lines = section.split('\n')
        options, fault = options_of(head.split())
        done = run([*RECORDED, *options], fault)
        diff = difflib.unified_diff(plain(lines), plain(done.stdout.split('\n')), 'recorded', 'printed',
                                    lineterm='', n=1)
        yield head, '\n'.join(diff)


def with_options(run):
    for options, fault, must, must_not in OPTIONS:
        done = run(options, fault)
        out = done.stdout + done.stderr
        good = must in out and not (must_not and must_not in out)
        yield ' '.join(options), '' if good else out[:1500]


OWN = re.compile(r'(main|\w+\(|cudaError cuda\w+<|void rep)')
RUNS = [(['--leak-check', 'full'], 'leak'), (['--tool', 'racecheck'], 'race'), (['--tool', 'initcheck'], 'init'),
        (['--tool', 'synccheck'], 'divb')] + [([], f) for f in ('oobw', 'dfree', 'cfgthr', 'assert', 'stack', 'uaf')]


def frames(run, kind):
    """Host stacks begin at the program's own functions, with the runtime in a library and in the program."""
    for options, fault in RUNS:
        out = run(['--extended', *options], fault).stdout
        names = [re.match(r'=+ +Host Frame: (.*) \[0x', l) for l in out.split('\n') if 'Host Frame' in l]
        wrong = {n.group(1) if n else '?' for n in names if not n or not OWN.match(n.group(1))}
        wrong |= {'no frame'} if not names else set()
        yield 'frames, %s, %s' % (kind, fault), ' '.join(sorted(wrong))


# Findings of every kind; what is left when the file that --save has written suppresses them.
SUPPRESSED = [
    ([], 'oobw'), ([], 'oobs'), ([], 'mis'), ([], 'assert'), ([], 'stack'), ([], 'dfree'), ([], 'cfgthr'),
    (['--leak-check', 'full'], 'leak'), (['--tool', 'initcheck'], 'init'), (['--tool', 'synccheck'], 'divb'),
    (['--tool', 'racecheck'], 'race'), (['--tool', 'racecheck', '--racecheck-report', 'hazard'], 'waw'),
    (['--tool', 'all'], 'race')]
NONE = re.compile(r'SUMMARY: (0 errors|0 hazards displayed \(0 errors, 0 warnings\)|0 bytes leaked in 0 allocations)$')
WHERE = '<kind>Precise</kind><where><func>%s</func></where>'
HOST = '<kind>Precise</kind><hostStack>%s</hostStack>'
FRAME = '<frame><func>%s</func></frame>'
DRIVER = ('<frame><func>cuLaunchKernel</func><pc>0x39fb94</pc><module>libcuda.so.1</module></frame><frame>'
          '<func>libcudart_static_4d8b33a106dceb3c07a56e26de61f2d53bb62a68</func></frame>' +
          FRAME % 'cudaLaunchKernel' + FRAME % '__cudaLaunchKernel_helper' + FRAME % '__device_stub__Z4oobwPii')
BY_HAND = [  # a record, is the finding of oobw suppressed by it
    (WHERE % 'oobw', True), (WHERE % 'oob.', True), (WHERE % 'oob', False), (WHERE % '.*', True),
    (WHERE % '_Z4oobwPii', True), (WHERE % 'oobw(int*, int)', True), (WHERE % 'other', False),
    ('<kind>Precise</kind>', True), ('<kind>Initcheck</kind>', False), ('<kind>Pre.*</kind>', True),
    ('<what><size>4</size></what>', True), ('<what><size>8</size></what>', False),
    ('<what><text>Invalid __global__ write of size 4 bytes is out of bounds</text></what>', True),
    ('<what><text>Invalid .* write of size .*</text></what>', True),
    ('<what><text>Invalid .* read of size .*</text></what>', False),
    ('<what><direction>write</direction><address>0x1</address></what>', True),
    ('<who><threadIdx><x>99</x></threadIdx></who><what><space>__global__</space></what>', True),
    ('<where><path>mc.cu</path><line>5</line></where>', True), ('<where><line>6</line></where>', False),
    ('<where><path>.*/other.cu</path></where>', False),
    (HOST % (FRAME % 'oobw' + FRAME % 'main'), True), (HOST % (FRAME % 'oobw'), True), (HOST % (FRAME % 'main'), False),
    (HOST % ('<frame></frame>' + FRAME % 'm.*n'), True), (HOST % ('<frame/>' * 9), False),
    (HOST % (FRAME % 'oobw' + '<frame><func>main</func><module>.*mc.*</module></frame>'), True),
    (HOST % (FRAME % 'oobw' + '<frame><func>main</func><module>.*/mc</module></frame>'), True),
    (HOST % (FRAME % 'oobw' + '<frame><module>.*libother.so</module></frame>'), False),
    (HOST % ('<saveLocation>kernel launch time</saveLocation>' + DRIVER + FRAME % 'oobw' + FRAME % 'main' +
             '<frame><func>__libc_start_main</func><module>libc.so.6</module></frame>' + FRAME % '_start'), True),
    (HOST % ('<saveLocation>error</saveLocation>' + FRAME % 'oobw'), False),
    (HOST % (DRIVER + FRAME % 'other'), False),
]
BAD = [  # no suppressions, what is said of them
    ('', None), ('# nothing\n', None), ('<x/>', 'ComputeSanitizerOutput'), ('<ComputeSanitizerOutput>', 'does not end'),
    ('<ComputeSanitizerOutput><record></ComputeSanitizerOutput>', ':1: </ComputeSanitizerOutput> where <record>'),
    ('<ComputeSanitizerOutput><record/></ComputeSanitizerOutput>', 'empty <record>'),
    ('<ComputeSanitizerOutput>\n<record><kin>x</kin></record></ComputeSanitizerOutput>', ':2: <kin> in <record>'),
    ('<ComputeSanitizerOutput><record>x</record></ComputeSanitizerOutput>', 'text in <record>'),
    ('<ComputeSanitizerOutput a="b"/>', 'attributes'), ('<!DOCTYPE x><ComputeSanitizerOutput/>', 'document types'),
    ('<ComputeSanitizerOutput><record><kind>&x;</kind></record></ComputeSanitizerOutput>', "'&'"),
    ('<ComputeSanitizerOutput/><ComputeSanitizerOutput/>', 'second root'), ('kind=a\nfunk=b\n', ":2: 'funk'"),
    ('kind="a', 'missing'), ('hello', "'hello'"), ('<ComputeSanitizerOutput/>' + '\0', 'no text')]


def suppressions(run, folder):
    path, taken = os.path.join(folder, 'saved.xml'), os.path.join(folder, 'by hand.xml')
    for options, fault in SUPPRESSED:
        options = ['--print-limit', '100000', *options]
        run(['--xml', '--save', path, *options], fault)
        done = run(['--suppressions', path, '--error-exitcode', '9', *options], fault)
        left = [l for l in done.stdout.split('\n') if l.startswith('=====') and not NONE.search(l)]
        wrong = left[1:] or ([] if done.returncode == 0 else ['exit status %d' % done.returncode])
        yield 'suppressed: ' + ' '.join([*options, fault]), '\n'.join(wrong[:9])
        with open(path) as f:
            text = f.read()
        wrong = '' if text.count('<record>') else 'no record'
        yield 'saved: ' + ' '.join([*options, fault]), wrong
        done = subprocess.run([*run.tool, '--read', path, '--error-exitcode', '7'], capture_output=True, text=True)
        told = [l for l in done.stdout.split('\n') if re.match('========= (Inv|Unin|Err|Prog|Leak|Warp|Stack|Barr)', l)]
        ok = done.returncode == 7 and len(told) == text.count('<record>') == int(
            re.search(r'ERROR SUMMARY: (\d+)', done.stdout)[1])
        yield 'read: ' + ' '.join([*options, fault]), '' if ok else done.stdout[-900:] + done.stderr
    for wrong in ([path, 'x'], [os.path.join(folder, 'none')], [__file__]):
        done = subprocess.run([*run.tool, '--read', *wrong], capture_output=True, text=True)
        yield 'read: ' + wrong[0], '' if done.returncode == 1 and 'read' in done.stderr else done.stdout[:200]
    for record, want in BY_HAND:
        with open(taken, 'w') as f:
            f.write('<?xml version="1.0" encoding="utf-8"?>\n<ComputeSanitizerOutput>\n<!-- a < b -->'
                    '<record>%s</record>\n</ComputeSanitizerOutput>\n' % record)
        out = run(['--suppressions', taken, '--report-api-errors', 'no', '--print-limit', '1'], 'oobw').stdout
        yield record, '' if ('SUMMARY: 0 errors' in out) == want else out
    for text, said in BAD:
        with open(taken, 'w') as f:
            f.write(text)
        done = run(['--suppressions', taken], 'oobw')
        ok = done.returncode == 1 and said in done.stderr and not done.stdout if said else 'out of bounds' in done.stdout
        yield 'bad: %r' % text, '' if ok else done.stdout[:300] + done.stderr
    done = run(['--suppressions', os.path.join(folder, 'none')], 'oobw')
    yield 'no file', '' if done.returncode == 1 and 'No such file' in done.stderr and not done.stdout else done.stderr


def files(run, folder):
    path = os.path.join(folder, 'save')
    run(['--xml', 'yes', '--save', path], 'oobw')
    record = xml.parse(path).getroot().find('record')
    found = [record.findtext(p) for p in ('level', 'what/space', 'what/size', 'where/line',
                                          'who/threadIdx/x', 'who/blockIdx/x')]
    yield '--xml', '' if found == ['Error', '__global__', '4', '5', '36', '1'] else str(found)
    run(['--json', 'yes', '--save', path], 'oobw')
    with open(path) as f:
        at = json.loads(f.readline())['at']
    yield '--json', '' if (at['line'], at['thread'], at['block']) == (5, [36, 0, 0], [1, 0, 0]) else str(at)
    with open(path, 'w') as f:
        f.write('kind="Invalid __global__ write*" func="oobw(int *, int)" line=5\n')
    done = run(['--suppressions', path, '--report-api-errors', 'no', '--error-exitcode', '9'], 'oobw')
    yield '--suppressions', '' if 'SUMMARY: 0 errors' in done.stdout and done.returncode == 0 else done.stdout
    done = run(['--error-exitcode', '9'], 'oobw')
    yield '--error-exitcode', '' if done.returncode == 9 else str(done.returncode)


def main():
    simtcc, tool, folder = map(os.path.abspath, sys.argv[1:4])
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory() as out:
        program = os.path.join(out, 'mc')
        with open(os.path.join(folder, 'faults.cu')) as f, open(os.path.join(out, 'mc.cu'), 'w') as to:
            to.write(f.read())
        subprocess.run([simtcc, '-std=c++17', '-arch=sm_90', '-cudart', 'shared', '-lineinfo', 'mc.cu', '-o', program],
                       cwd=out, check=True)

        def run(options, fault):
            return subprocess.run([tool, *options, program, fault], capture_output=True, text=True,
                                  timeout=60)

        run.tool = [tool]
        with open(os.path.join(folder, 'faults.txt')) as f:
            text = f.read()
        static = os.path.join(out, 'mcs')
        subprocess.run([simtcc, '-std=c++17', '-arch=sm_90', '-cudart', 'static', 'mc.cu', '-o', static],
                       cwd=out, check=True)

        def run_static(options, fault):
            return subprocess.run([tool, *options, static, fault], capture_output=True, text=True, timeout=60)

        for part in (recorded(run, text), with_options(run), files(run, out), suppressions(run, out), frames(run, 'shared'),
                     frames(run_static, 'static')):
            for name, wrong in part:
                passed, failed = passed + (not wrong), failed + bool(wrong)
                if wrong:
                    print('FAIL %s\n%s' % (name, wrong))
    print('%d passed, %d failed, 0 skipped' % (passed, failed))
    return failed != 0 or not passed


if __name__ == '__main__':
    sys.exit(main())
