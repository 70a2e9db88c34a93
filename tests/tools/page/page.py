#!/usr/bin/env python3
"""The page of simtcc --explain and simtrun --explain-page: its structure, and what it does in a browser.

page.py SIMTCC SIMTRUN HAS_JIT [Page | Large]

SPDX-License-Identifier: Apache-2.0
"""
import html
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SIMTCC, SIMTRUN = map(os.path.abspath, sys.argv[1:3])
HAS_JIT = sys.argv[3] == "jit"
del sys.argv[1:4]

SOURCE = """#include <cuda_runtime.h>
__device__ float twice(float x) { return x * 2.0f + 1.0f; }
__global__ void reduce(int n, const float *in, float *out) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (; i < n; i += blockDim.x * gridDim.x)
        sum += twice(in[i]);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, s[0]);
}
__global__ void second(int *p) { p[threadIdx.x] = 1 < 2 && 3 > 2 ? 7 : 8; }
"""

PROGRAM = """#include <cstdio>
__global__ void sums(int *out) {
    __shared__ int tile[64 * 32];
    int t = threadIdx.x;
    tile[t * 32] = t;
    __syncthreads();
    if (t < 16)
        atomicAdd(out, tile[t * 32]);
}
int main() {
    int *d, sum = 0;
    cudaMalloc(&d, 4);
    cudaMemset(d, 0, 4);
    sums<<<1, 64>>>(d);
    cudaMemcpy(&sum, d, 4, cudaMemcpyDeviceToHost);
    std::printf("sum %d\\n", sum);
    return 3;
}
"""

# Points at rows, presses keys, and leaves what it saw in the title.
PROBE = """
<script>
const said = [];
const say = (what, ok) => said.push((ok ? 'ok ' : 'BAD ') + what);
const kernel = document.querySelector('.kernel');
const tidy = (svg) => svg.replace(/="?([^" >]*)"?/g, '=$1').replace(/ \/>|><\/(path|rect)>/g, '>').replace(/\.0(?=[ >])/g, '');
const panes = [...kernel.querySelectorAll('.pane')];
const row = kernel.querySelector('.pane.source .row[data-s$=".13"]');
row.dispatchEvent(new MouseEvent('mouseover', {bubbles: true}));
for (const name of PANES) {
  const lit = kernel.querySelectorAll('.pane.' + name + ' .row.near, .pane.' + name + ' .row.hit');
  say(name + ' follows the source', lit.length > 0 && [...lit].every(r => r.dataset.s === row.dataset.s));
}
say('others are not lit', kernel.querySelectorAll('.row.near, .row.hit').length <
                          kernel.querySelectorAll('.row[data-s]').length / 2);
kernel.dispatchEvent(new MouseEvent('mouseleave'));
say('all is dark again', !kernel.querySelector('.row.hit, .row.near') && !kernel.matches('.lit'));
const key = (k) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: k, bubbles: true, cancelable: true}));
const first = panes[0].querySelector('.row[tabindex="0"]');
first.focus();
say('a row takes the focus', document.activeElement === first);
key('ArrowDown');
say('arrow down goes on', document.activeElement !== first && panes[0].contains(document.activeElement));
const at = document.activeElement;
key('ArrowRight');
say('arrow right goes to the PTX', panes[1].contains(document.activeElement) &&
                                   document.activeElement.dataset.s === at.dataset.s);
key('Escape');
say('escape lets go', !kernel.querySelector('.row.hit'));
row.click();
const code = panes[1].querySelector('.row.hit');
say('a click holds', code !== null);
kernel.dispatchEvent(new MouseEvent('mouseleave'));
say('... when the mouse leaves', code.classList.contains('hit'));
const tip = document.getElementById('tip'), link = kernel.querySelector('.pane.ptx a[href="#i-bar"]');
link.dispatchEvent(new MouseEvent('mouseover', {bubbles: true}));
say('an instruction is explained', !tip.hidden && tip.textContent.startsWith('bar ') && tip.textContent.length > 20);
say('... to everybody', link.getAttribute('aria-describedby') === tip.id);
row.dispatchEvent(new MouseEvent('mouseover', {bubbles: true}));
say('... and no longer', tip.hidden && !link.hasAttribute('aria-describedby'));
const box = kernel.querySelector('.show .ptx');
say('there is a box for each pane', kernel.querySelectorAll('.show input').length === panes.length);
box.click();
say('a pane can be left out', panes[1].offsetParent === null && panes[0].offsetParent !== null);
row.focus();
key('ArrowRight');
say('... and passed by', panes[2].contains(document.activeElement));
box.click();
say('controls have names', [...document.querySelectorAll('button, select, input')].every(c => c.ariaLabel || c.closest('label')));
say('all panes are on the screen', panes.every(p => { const b = p.getBoundingClientRect(); return b.left >= 0 && b.right <= innerWidth && b.width > 150; }));
const bench = kernel.querySelector('.bench').getBoundingClientRect();
say('source and registers are seen together: ' + bench.height + ' of ' + innerHeight, bench.height <= innerHeight && panes[0].closest('.bench') === kernel.querySelector('.regs').closest('.bench'));
const colours = [...panes[0].querySelectorAll('.row[data-s]')].map(r => getComputedStyle(r).backgroundColor);
say('no colour is there twice', colours.length > 8 && new Set(colours).size === colours.length);
say('nothing is wider than the page', document.documentElement.scrollWidth <= innerWidth);
const stepper = kernel.querySelector('.stepper'), buttons = [...stepper.querySelectorAll('button')];
const {steps} = JSON.parse(stepper.querySelector('script').textContent);
const where = () => stepper.querySelector('.bar span').textContent.replace(/ that.*/, '');
say('the stepper begins', where() === 'step 1 of ' + steps.length);
for (let i = 0; i < 70; i++) buttons[3].click();
say('it steps', where() === 'step 71 of ' + steps.length);
const shown = () => stepper.querySelector('.regs').textContent + stepper.querySelector('.shared').textContent;
const was = shown();
for (let i = 0; i < 5; i++) buttons[3].click();
for (let i = 0; i < 5; i++) buttons[2].click();
say('going back is going back', shown() === was);
say('lanes are shown', stepper.querySelectorAll('.lanes .on').length ===
    [...Array(32).keys()].filter(l => steps[70][2] / 2 ** l % 2 >= 1).length);
say('registers are shown', stepper.querySelectorAll('.regs tr').length > 5);
say('its line is lit', kernel.querySelector('.pane.ptx .row.hit').dataset.p === String(steps[70][0]));
buttons[0].click();
say('back to the start', where() === 'step 1 of ' + steps.length);
const which = stepper.querySelector('select'), scripts = stepper.querySelectorAll('script');
say('each warp can be chosen', which.options.length === scripts.length && which.options[1].text === 'block 0, warp 1');
which.value = 1; which.dispatchEvent(new Event('change'));
const other = JSON.parse(scripts[1].textContent).steps;
say('another warp is shown', where() === 'step 1 of ' + other.length);
const tid = other.findIndex(s => Object.values(s[3]).includes('32:1'));
for (let i = 0; i < tid; i++) buttons[3].click();
say('with its own lanes', stepper.querySelector('.regs .new').textContent.includes('3233343536'));
which.value = 0; which.dispatchEvent(new Event('change'));
for (const box of document.querySelectorAll('.model')) {
  const data = JSON.parse(box.querySelector('script').textContent);
  box.dispatchEvent(new Event('model'));
  say('the model says what simtrun says', box.dataset.ran === JSON.stringify(data.results));
  const pictures = () => box.querySelector('.gantt').innerHTML + box.querySelector('.bars').innerHTML;
  say('it draws what simtrun draws', tidy(STATIC.shift()) === tidy(pictures()));
  if (STATIC.length === 0)
    continue; /* the second kernel loads nothing */
  box.open = true;
  box.dispatchEvent(new Event('toggle'));
  const fields = [...box.querySelectorAll('form input')], latency = fields.find(i => i.parentElement.textContent.startsWith('global: latency'));
  const was = JSON.parse(box.dataset.ran);
  latency.value = 33;
  latency.oninput();
  box.dispatchEvent(new Event('model'));
  const is = JSON.parse(box.dataset.ran);
  say('less latency takes fewer cycles', is[0].cycles < was[0].cycles && is[0].issued === was[0].issued);
  say('and less waiting for it', is[0].state[4] < was[0].state[4]);
  const share = box.querySelectorAll('.states tr')[5].lastElementChild.textContent;
  say('the table follows', share === (100 * is[0].state[4] / is[0].state.reduce((a, b) => a + b, 0)).toFixed(1) + '%');
}
say('there are models', document.querySelectorAll('.model').length === 2);
say('nothing is fetched', performance.getEntriesByType('resource').length === 0);
document.title = said.join('; ');
</script>
"""


# What the page says before its scripts run.
KEEP = """<script>const STATIC = [...document.querySelectorAll('.model')].map(
  b => b.querySelector('.gantt').innerHTML + b.querySelector('.bars').innerHTML);</script>"""


class Reader(html.parser.HTMLParser):
    VOID = {"meta", "link", "br", "path", "rect", "polyline", "input"}
    OPTIONAL = {"td", "th", "tr", "li", "dt", "dd"}

    def __init__(self):
        super().__init__()
        self.ids, self.refs, self.outside, self.stack, self.rows, self.bad = [], [], [], [], {}, []

    def handle_starttag(self, tag, attrs):
        at = dict(attrs)
        if "id" in at:
            self.ids.append(at["id"])
        for name in ("href", "src"):
            if name in at:
                (self.refs if at[name].startswith("#") else self.outside).append(at[name])
        if "pane" in at.get("class", "").split():
            self.pane = at["class"].split()[1]
        if "data-p" in at or "data-s" in at:
            self.rows.setdefault(self.pane, []).append(at)
        if tag not in self.VOID and tag not in self.OPTIONAL:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID and tag not in self.OPTIONAL:
            self.stack.pop()

    def handle_endtag(self, tag):
        if tag in self.VOID or tag in self.OPTIONAL:
            return
        if not self.stack or self.stack.pop() != tag:
            self.bad.append(f"</{tag}> at {self.getpos()}")


def chromium():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return shutil.which(name)
    return None


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.source = os.path.join(cls.folder.name, "k.cu")
        cls.page = os.path.join(cls.folder.name, "k.html")
        with open(cls.source, "w") as f:
            f.write(SOURCE)
        done = subprocess.run([SIMTCC, "--explain=" + cls.page, cls.source], capture_output=True, text=True,
                              timeout=120)
        assert done.returncode == 0, done.stderr
        with open(cls.page) as f:
            cls.text = f.read()
        cls.reader = Reader()
        cls.reader.feed(cls.text)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def panes(self):
        return ["source", "ptx", "ir"] + (["llvm", "asm"] if HAS_JIT else [])

    def test_it_is_well_formed(self):
        self.assertEqual(self.reader.bad, [])
        self.assertEqual([t for t in self.reader.stack], [])
        self.assertEqual(len(set(self.reader.ids)), len(self.reader.ids))

    def test_links_stay_on_the_page_and_lead_somewhere(self):
        self.assertEqual(self.reader.outside, ["data:,"])
        missing = {r for r in self.reader.refs if r[1:] not in self.reader.ids}
        self.assertEqual(missing, set())
        self.assertNotRegex(self.text, r"https?://(?!www\.w3\.org/2000/svg)")

    def test_every_pane_has_rows_of_every_line_with_code(self):
        for pane in self.panes():
            lines = {r["data-s"].split(".")[1] for r in self.reader.rows[pane] if "data-s" in r}
            for line in ("2", "5", "8", "9", "13", "17", "19"):
                self.assertIn(line, lines, pane)

    def marks(self, text, line):
        """[(what is marked, class, title)] of a line of the source."""
        row = re.search(r'data-s=\d+\.%d>.*' % line, text).group(0)
        return [(html.unescape(t), c, x) for c, x, t in re.findall(r'<i class="([^"]*)" title="([^"]*)">(.*?)</i>', row)]

    def test_source_marks_values_and_parting_branches(self):
        self.assertEqual(self.marks(self.text, 5), [("blockIdx.x", "v1", "uniform"), ("blockDim.x", "v1", "uniform"),
                                                    ("+", "v2", "affine"), ("threadIdx.x", "v2", "affine")])
        self.assertEqual(self.marks(self.text, 12), [("<", "v3 parts", "divergent; lanes of a warp may part here")])
        self.assertEqual(self.marks(self.text, 9), [("s[threadIdx.x]", "v2", "addresses: affine")])
        self.assertEqual(self.marks(self.text, 16)[0][:2], ("==", "v3 parts"))  # not the constant

    def make(self, name, source, *options):
        """The page of a program, and what was said on the way."""
        path = os.path.join(self.folder.name, name + ".cu")
        with open(path, "w") as f:
            f.write(source)
        done = subprocess.run([SIMTCC, "--explain=" + path + ".html", *options, path], capture_output=True, text=True, timeout=200)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        with open(path + ".html") as f:
            return f.read()

    def test_marks_are_on_what_they_are_about(self):
        text = self.make("about", "__global__ void k(int n, float a, const float *x, float *y) {\n"
                         "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n)\n        y[i] = a * x[i] + y[i];\n"
                         "    if (threadIdx.x / 32 == n)\n        y[n] = 0;\n    while (i > (n * 2))\n        i -= (n + 1);\n"
                         "    if (i == 0 && n)\n        y[n] = i;\n}\n")
        for line in range(2, 11):
            for what, kind, title in self.marks(text, line):
                if kind != "v1":
                    self.assertNotIn(what, ("n", "0", "32", "2", "a", "y", "x"), (line, what))
        self.assertEqual([m[:2] for m in self.marks(text, 3)], [("<", "v3 parts")])
        self.assertEqual([m[0] for m in self.marks(text, 4)], ["y[i]", "x[i]", "+", "y[i]"])
        self.assertRegex(self.marks(text, 4)[0][2], "^addresses: (affine|divergent)$")
        self.assertIn("divergent", self.marks(text, 4)[1][2])
        self.assertEqual(self.marks(text, 6), [("y[n]", "v1", "addresses: uniform")])

    def test_blocks_are_as_the_source_launches_them(self):
        text = self.make("launch", "constexpr int T = 16;\n#define BS 8\n"
                         "__global__ void two(int *p) { if (threadIdx.y < 3) p[threadIdx.y * blockDim.x + threadIdx.x] = threadIdx.y; }\n"
                         "__global__ void one(int *p) { p[threadIdx.x] = 1; }\n"
                         "template <int N> __global__ void temp(int *p) { p[threadIdx.x] = N; }\n"
                         "__global__ void braces(int *p) { p[threadIdx.x] = 1; }\n"
                         "int main() {\n    int *p, threads = 96;\n    const unsigned half = T / 2;\n    cudaMalloc(&p, 4096);\n"
                         "    dim3 grid(2), block(T, half), odd{4, 2 * BS, 2}, same = dim3(BS << 1, 2);\n"
                         "    two<<<grid, block>>>(p);\n    one<<<(100 + threads - 1) / threads, threads>>>(p);\n"
                         "    temp<5><<<1, odd, 0, 0>>>(p);\n    braces<<<{1, 2}, same>>>(p);\n    cudaDeviceSynchronize();\n}\n")
        for kernel, block in ("two", "16,8,1"), ("one", "96,1,1"), ("temp", "4,16,2"), ("braces", "16,2,1"):
            part = re.search(r"<h2>%s .*?</section>" % kernel, text, re.S).group(0)
            self.assertIn(f"blocks of {block} threads, as the source launches it.", part)
            self.assertIn(f"Recorded: a grid of 1,1,1 blocks of {block} threads", part)
            self.assertNotIn("ended at a fault", part)
        row = re.search(r"<h2>two .*?</section>", text, re.S).group(0)
        self.assertEqual(self.marks(row, 3)[1][:2] if len(self.marks(row, 3)) > 1 else None, ("<", "v3 parts"))

    def test_what_the_source_does_not_say_the_program_is_asked(self):
        source = ("#include <cstdio>\n#include <cstdlib>\n__global__ void k(int *p) { p[threadIdx.y * blockDim.x + threadIdx.x] = 1; }\n"
                  "int main(int argc, char **argv) {\n    int *p, t = 32;\n    t *= argc;\n    cudaMalloc(&p, 4096);\n    puts(\"noise\");\n"
                  "    k<<<3, dim3(t, 4)>>>(p);\n    cudaDeviceSynchronize();\n    return 5;\n}\n")
        text = self.make("asked", source)
        self.assertIn("blocks of 32,4,1 threads, as the program launched it first.", text)
        self.assertIn("Recorded: a grid of 3,1,1 blocks of 32,4,1 threads, the kernel's first launch.", text)
        # without a program, or if it launches nothing, it is said that the shape is assumed
        for other in (source.replace("int main(int argc, char **argv)", "int start(int argc)"),
                      source.replace("    t *= argc;", "    t *= argc; exit(1);")):
            text = self.make("assumed", other)
            self.assertIn("blocks of 256,1,1 threads, which is assumed: nothing says how it is launched.", text)

    def test_a_block_that_changes_is_not_taken_from_its_declaration(self):
        for change in "b.y = 4;", "b = dim3(8, 4);", "set(&b);", "set(b);":
            text = self.make("changes", "void set(dim3 *b) { *b = dim3(8, 4); }\nvoid set(dim3 &b) { b = dim3(8, 4); }\n"
                             "__global__ void k(int *p) { p[threadIdx.x] = 1; }\nint main() {\n    int *p;\n    cudaMalloc(&p, 4096);\n"
                             "    dim3 b(8, 2);\n    %s\n    k<<<1, b>>>(p);\n    cudaDeviceSynchronize();\n}\n" % change)
            self.assertIn("blocks of 8,4,1 threads, as the program launched it first", text, change)

    def test_graph_tells_where_lanes_meet(self):
        graph = re.search(r'<svg[^>]*"control-flow.*?</svg>', self.text, re.S).group(0)
        self.assertEqual(len(re.findall(r'<g class="node', graph)),
                         len(re.findall(r'<div class=block id=k0b', self.text)))
        self.assertIn("lanes part here", graph)
        self.assertIn("lanes meet again", graph)

    def test_a_run_that_ends_at_a_fault_says_so(self):
        self.assertNotIn("ended at a fault", self.text)
        path = os.path.join(self.folder.name, "fault.cu")
        with open(path, "w") as f:
            f.write("__global__ void k(int *out) {\n\t__shared__ int s[32];\n\ts[threadIdx.x] = 1;\n"
                    "\t__syncthreads();\n\tout[threadIdx.x] = s[0];\n}\n")
        done = subprocess.run([SIMTCC, "--explain=-", path], capture_output=True, text=True, timeout=120)
        self.assertIn("ended at a fault:</strong> ", done.stdout)
        self.assertRegex(done.stdout, r"shared.*\(block 0,0,0, thread 32,0,0\)")

    def test_occupancy_is_the_vendors_rule(self):
        # 256 threads, few registers: 8 blocks of 8 warps fill the 64 warps
        self.assertRegex(self.text, r"<tr><td>256<td>8<td>\d+<td>\d+<td>32<td><b>8</b><td>64 of 64<td>100%")
        # 255 registers: 8 warps
        heat = re.search(r"<tr><th>256(.*)", self.text).group(1)
        self.assertEqual(re.findall(r">(\d+)", heat)[-1], "12")

    def test_instructions_are_explained(self):
        self.assertIn("<dt id=i-bar>", self.text)
        for pane in ("ptx", "ir"):
            rows = re.search(r'<section class="pane %s">.*?</section>' % pane, self.text, re.S).group(0)
            code = re.findall(r"<div class=\"row h\d+\"[^>]*>.*", rows)
            self.assertGreater(len(code), 20)
            self.assertEqual([c for c in code if "<a href=#i-" not in c], [])

    def test_it_is_small(self):
        # hosts with narrow vectors have twice the instructions to show, a seventh of the page; as much is code for
        # warps that go together
        self.assertLess(len(self.text), 500_000)

    def test_ptx_without_source(self):
        path = os.path.join(self.folder.name, "p.ptx")
        with open(path, "w") as f:
            f.write(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) .reqntid 64 {\n"
                    ".reg .u64 %a; .reg .u32 %t;\n\tld.param.u64 %a, [p];\n\tmov.u32 %t, %tid.x;\n"
                    "\tst.global.u32 [%a], %t;\n\tret;\n}\n")
        for command in ([SIMTCC, "--explain=" + path + ".html", path],
                        [SIMTRUN, "--explain-page=" + path + ".html", path]):
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(path + ".html") as f:
                text = f.read()
            self.assertIn("blocks of 64,1,1 threads", text)
            self.assertNotIn('class="pane source"', text)
            self.assertIn("would change in this text with --optimize", text)

    def warps(self, text):
        """The recorded warps of the first kernel, by what they are called."""
        kernel = re.search(r"<section class=kernel.*?<h2>.*?(?=<section class=kernel|</main>)", text, re.S).group(0)
        found = re.findall(r'<script type=application/json data-warp="(.*?)">(.*?)</script>', kernel, re.S)
        return {name: json.loads(data) for name, data in found}

    def test_other_warps_are_recorded_if_asked_for(self):
        path = os.path.join(self.folder.name, "w.ptx")
        with open(path, "w") as f:
            f.write(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) .reqntid 256 {\n"
                    ".reg .u64 %a; .reg .u32 %t;\n\tmov.u32 %t, %tid.x;\n\tmov.u32 %t, %ctaid.x;\n\tret;\n}\n")
        def make(warps):
            return subprocess.run([SIMTRUN, "--explain-page=" + path + ".html", path], capture_output=True, text=True,
                                  timeout=60, env={**os.environ, "SIMT_RECORD_WARPS": warps})
        self.assertEqual(make("0:7,0:2-3,5:0,0:99").returncode, 0)
        with open(path + ".html") as f:
            warps = self.warps(f.read())
        self.assertEqual(list(warps), ["block 0, warp 7", "block 0, warp 2", "block 0, warp 3"])
        self.assertEqual(warps["block 0, warp 7"]["steps"][0][3], {"%t": "224:1"})
        for bad in ("0", "0:", ":1", "0:1-", "0:2-1", "a:b", "0:1;0:2", "0:0-8", "0:0-3,0:0-4", "99999999999999999999:1"):
            done = make(bad)
            self.assertEqual(done.returncode, 1, bad)
            self.assertIn("E0408", done.stderr)

    def test_steps_of_the_stepper_are_chosen(self):
        path = os.path.join(self.folder.name, "long.ptx")
        with open(path, "w") as f:
            f.write(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) .reqntid 64 {\n"
                    ".reg .u32 %t; .reg .pred %p;\n\tmov.u32 %t, 0;\nL:\tadd.u32 %t, %t, 1;\n\tsetp.lt.u32 %p, %t, 3000;\n"
                    "\t@%p bra L;\n\tret;\n}\n")
        def make(*options, **env):
            return subprocess.run([SIMTRUN, "--explain-page=" + path + ".html", *options, path], capture_output=True, text=True,
                                  timeout=60, env={**os.environ, **env})
        for options, env, names, steps in (((), {}, 2, 1500), (("--record-warps=0:1", "--record-steps=20"), {}, 1, 20),
                                           (("--record-steps=8000",), {"SIMT_RECORD_STEPS": "7"}, 2, 8000),
                                           ((), {"SIMT_RECORD_STEPS": "7"}, 2, 7)):
            done = make(*options, **env)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            with open(path + ".html") as f:
                warps = self.warps(f.read())
            self.assertEqual([len(w["steps"]) for w in warps.values()], [steps] * names, (options, env))
        for bad in ("0", "", "-1", "x", "1.5", "100001", "99999999999999999999"):
            done = make("--record-steps=" + bad)
            self.assertEqual(done.returncode, 1 if bad else 0, bad)
            self.assertIn("--record-steps: it takes a number" if bad else "", done.stderr)
        done = make("--record-warps=0:9-2")
        self.assertIn("--record-warps: it takes", done.stderr)
        done = subprocess.run([SIMTRUN, "--record-steps=5", path], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--explain-page", done.stderr)

    def test_values_of_each_type(self):
        """Equal in all lanes, a line over the lanes, or one after the other; lanes that take no part are dashes."""
        path = os.path.join(self.folder.name, "v.ptx")
        with open(path, "w") as f:
            f.write(""".version 8.3
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) .reqntid 8 {
	.reg .s32 %t, %n;
	.reg .u32 %far;
	.reg .f32 %f;
	.reg .f64 %d;
	.reg .f16 %h;
	.reg .b32 %b;
	.reg .b64 %m;
	.reg .pred %p;
	.reg .b128 %q;
	mov.u32 %t, %tid.x;
	mov.s32 %n, -5;
	mad.lo.s32 %n, %t, 3, 7;
	sub.s32 %n, 3, %t;
	mul.lo.u32 %far, %t, 100000;
	mov.f32 %f, 0f3FC00000;
	cvt.rn.f64.s32 %d, %t;
	mov.b32 %b, 1000;
	mov.b64 %m, 0x10000;
	setp.lt.s32 %p, %t, 2;
	cvt.rn.f16.f32 %h, %f;
	@%p mov.b32 %b, 5;
	@%p mul.lo.s32 %n, %t, %t;
	@!%p mov.b32 %b, %t;
	mov.b128 %q, {%m, %m};
	ret;
}
""")
        done = subprocess.run([SIMTRUN, "--explain-page=" + path + ".html", path], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with open(path + ".html") as f:
            steps = self.warps(f.read())["block 0, warp 0"]["steps"]
        rest = " -" * 24
        self.assertEqual([s[3] for s in steps][:15], [
            {"%t": "0:1"}, {"%n": "-5"}, {"%n": "7:3"}, {"%n": "3 2 1 0 -1 -2 -3 -4" + rest},
            {"%far": "0 100000 200000 300000 400000 500000 600000 700000" + rest}, {"%f": "1.5"},
            {"%d": "0 1 2 3 4 5 6 7" + rest}, {"%b": "1000"}, {"%m": "0x10000"}, {"%p": "1 1 0 0 0 0 0 0" + rest},
            {"%h": "15872"}, {"%b": "5"}, {"%n": "0:1"}, {"%b": "0:1"}, {"%q": "0x10000"}])
        self.assertEqual([s[2] for s in steps][11:14], [3, 3, 0xfc])

    def test_headers_belong_to_the_lines_that_call_them(self):
        """A source that is named without a folder: what two calls of headers left in it is the user's line."""
        folder = os.path.join(self.folder.name, "here")
        os.mkdir(folder)
        with open(os.path.join(folder, "c.cu"), "w") as f:
            f.write("#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                    "template <typename T> __global__ void __cluster_dims__(2) ring(T *out)\n{\n"
                    "\tcg::cluster_group c = cg::this_cluster();\n\tout[threadIdx.x] = c.block_rank();\n\tc.sync();\n}\n"
                    "int main()\n{\n\tint *p;\n\tcudaMalloc(&p, 256);\n\tring<<<2, 64>>>(p);\n"
                    "\treturn cudaDeviceSynchronize();\n}\n")
        done = subprocess.run([SIMTCC, "-run", "-arch=sm_90", "--explain=c.html", "c.cu"], cwd=folder, capture_output=True, text=True,
                              timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with open(os.path.join(folder, "c.html")) as f:
            text = f.read()
        counts = re.search(r"Counts of a run, line by line.*?</table>", text, re.S).group(0)
        self.assertEqual(sorted(set(re.findall(r"<tr><td>(.*?)<a [^>]*>(.*?)</a>", counts))),
                         [("", "3"), ("", "6"), ("", "7")])
        self.assertNotIn("device_sync.h", text)
        self.assertIn("<h2>ring <small>_Z4ring", text)
        self.assertIn("blocks of 64,1,1 threads", text)

    def test_passes_fold_out(self):
        passes = re.search(r"<summary>Passes of the optimiser.*?(?=<summary>Passes of LLVM|<p class=note>Recorded)", self.text, re.S).group(0)
        for name in ("gvn", "dce", "flow", "licm"):
            self.assertRegex(passes, "<summary>%s: \\d+ removed, \\d+ added</summary><pre><b>" % name)
        self.assertIn("<ins>+", passes)
        self.assertIn("<del>-", passes)
        self.assertIn("on the way from the source to the PTX", passes)
        self.assertRegex(passes, "no change: .*dce")

    @unittest.skipUnless(HAS_JIT, "no LLVM")
    def test_passes_of_llvm_fold_out(self):
        passes = re.search(r"<summary>Passes of LLVM.*?(?=<p class=note>Recorded)", self.text, re.S).group(0)
        diff = subprocess.run([SIMTCC, "--print-changed=llvm:json", self.source], capture_output=True, text=True, timeout=60)
        # the page's code is made for its block, so what changes something there may not do so here, and back
        names = [p["pass"] for p in json.loads(diff.stdout)["functions"][0]["passes"] if "text" not in p]
        shown = re.findall(r"<summary>(\S+): \d+ removed, \d+ added</summary><pre>(.*?)</pre>", passes, re.S)
        told = re.findall(r"(?:<summary>|<p class=pass>)(\S+): \d+ removed|no change: ([^<]*)", passes)
        self.assertEqual([name for one, idle in told for name in [one] * bool(one) + idle.split(", ") * bool(idle)], names)
        self.assertIn("mem2reg", names)
        self.assertRegex(shown[0][1], "<del>-.*alloca")
        self.assertRegex(passes, "no change: .*repair")

    def test_a_run_is_recorded(self):
        # by hand: 256 threads of one block, and an array that is long enough
        warps = self.warps(self.text)
        self.assertEqual(list(warps)[:4], ["block 0, warp %d" % i for i in range(4)])
        steps = warps["block 0, warp 0"]["steps"]
        self.assertGreater(len(steps), 30)
        self.assertTrue(all(s[1] == -1 for s in steps[:5]))
        counts = re.search(r"<details class=counts.*?</details>", self.text, re.S).group(0)
        self.assertIn("sectors a request", counts)

    def test_the_model_is_on_the_page(self):
        model = re.search(r"<details class=model>.*?</noscript></details>", self.text, re.S).group(0)
        data = json.loads(re.search(r'<script type=application/json>(.*?)</script>', model, re.S).group(1))
        self.assertEqual((data["params"]["schedulers"], len(data["input"]["warps"])), (4, 8))
        default, sweep = data["results"]
        played = [sum(n for n in t[1::2]) for t in data["input"]["traces"]]
        of_block = sum(played[w] for w in data["input"]["warps"])
        self.assertEqual(default["issued"], of_block * data["params"]["total"])
        self.assertEqual(sum(default["state"][:1]), default["issued"])
        for blocks, copies, r in sweep:
            self.assertEqual(r["state"][0], r["issued"])
            self.assertLessEqual(r["issued"], 4 * r["cycles"])
            self.assertGreaterEqual(r["issued"], of_block * blocks)
        rates = [r["issued"] / r["cycles"] for blocks, copies, r in sweep if copies == 1]
        self.assertGreater(rates[-1], 1.5 * rates[0])  # more warps hide more
        self.assertIn("a model, not a measurement", model.lower())
        names = re.findall(r"<tr data-class=\d+ data-units=\d+><td>(\w+)", model)
        for name in ("fp32", "int", "shared", "global", "atomic"):
            self.assertIn(name, names)

    def test_bad_recordings(self):
        path = os.path.join(self.folder.name, "r.json")
        ptx = os.path.join(self.folder.name, "r.ptx")
        with open(ptx, "w") as f:
            f.write(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n\tret;\n}\n")
        for traces in ([], [{}], [{"at": []}], [{"at": [1e9, -5, "x", None, 2**63 - 1, 11]}], [{"at": [11]}] * 65, "x", 7,
                       [{"at": [11] * 5000, "cut": True}] * 64):
            with open(path, "w") as f:
                json.dump({"kernels": [{"name": "k", "grid": [1], "block": "x", "count": [[5, -1, "y"], 3],
                                        "warps": [{"steps": 3}, 4], "traces": traces}]}, f)
            done = subprocess.run([SIMTRUN, "--explain-page=-", "--recording=" + path, ptx], capture_output=True,
                                  text=True, timeout=60)
            self.assertEqual(done.returncode, 0, (traces, done.stderr))
        for bad, passes in (("[1,", None), ("{}", None), ('{"functions": [{"name": "k", "passes": [1, {"pass": "x",'
                            ' "changed": true, "diff": [2, "+a"]}, {"pass": "y"}]}]}', "x")):
            with open(path, "w") as f:
                f.write(bad)
            done = subprocess.run([SIMTRUN, "--explain-page=-", "--passes=" + path, ptx], capture_output=True,
                                  text=True, timeout=60)
            self.assertEqual(done.returncode, 1 if bad == "[1," else 0, done.stderr)
            self.assertEqual("Passes of the optimiser" in done.stdout, passes is not None)

    def test_a_program_is_run(self):
        path, page = (os.path.join(self.folder.name, n) for n in ("app.cu", "app.html"))
        with open(path, "w") as f:
            f.write(PROGRAM)
        done = subprocess.run([SIMTCC, "-run", "--explain=" + page, path, "-o", path + ".exe"], capture_output=True,
                              text=True, timeout=200)
        self.assertEqual(done.stdout, "sum 120\n", done.stderr)
        self.assertEqual(done.returncode, 3)
        with open(page) as f:
            text = f.read()
        self.assertIn("a grid of 1,1,1 blocks of 64,1,1 threads, the kernel's first launch", text)
        self.assertEqual(list(self.warps(text)), ["block 0, warp 0", "block 0, warp 1"])
        masks = {s[1] for s in self.warps(text)["block 0, warp 0"]["steps"]}
        self.assertIn(2**16 - 1, masks)  # lanes below 16 are apart
        line = [i + 1 for i, s in enumerate(PROGRAM.split("\n")) if "tile[t * 32]" in s][0]
        row = re.search(r"<tr><td><a href=[^>]*>%d</a>(.*)" % line, text).group(1)
        # 2 warps store with a stride of 32 words: 31 conflicts each
        self.assertIn("<td class=q0>31", row)

    def test_errors(self):
        bad = os.path.join(self.folder.name, "none", "x.html")
        done = subprocess.run([SIMTCC, "--explain=" + bad, self.source], capture_output=True, text=True, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("cannot write", done.stderr)
        done = subprocess.run([SIMTCC, "--explain=x", self.source, self.source], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("--explain makes one page", done.stderr)

    def browse(self, path, *options):
        """The document as the browser has it, and what it wrote to its log."""
        command = [chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1440,900", "--enable-logging=stderr",
                   "--user-data-dir=" + os.path.join(self.folder.name, "profile"), "--dump-dom", *options,
                   "file://" + path]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        return done.stdout, done.stderr

    @unittest.skipUnless(chromium(), "no Chromium; ./dev setup --browser installs it")
    def test_panes_follow_each_other_in_a_browser(self):
        path = os.path.join(self.folder.name, "probe.html")
        names = "[" + ", ".join(f"'{p}'" for p in self.panes()) + "]"
        with open(path, "w") as f:
            f.write(self.text.replace("</body>", PROBE.replace("PANES", names) + "</body>")
                    .replace("<script>'use strict';", KEEP + "<script>'use strict';", 1))
        dom, log = self.browse(path)
        title = re.search(r"<title>(.*?)</title>", dom, re.S).group(1)
        self.assertIn("ok nothing is fetched", title)
        self.assertNotIn("BAD", title)
        self.assertNotIn("CONSOLE", log)

    @unittest.skipUnless(chromium(), "no Chromium; ./dev setup --browser installs it")
    def test_it_can_be_read_without_scripts(self):
        path = os.path.join(self.folder.name, "still.html")
        with open(path, "w") as f:
            f.write(self.text.replace("script-src 'unsafe-inline'", "script-src 'none'"))
        dom, _ = self.browse(path)
        self.assertIn("threadIdx.x", dom)
        self.assertIn("ld.global.f32", dom)
        self.assertNotIn("tabindex=\"-1\"", dom)  # the script did not run


class Large(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_a_large_kernel_stays_under_two_megabytes(self):
        path, page = (os.path.join(self.folder, n) for n in ("large.cu", "large.html"))
        body = "".join(f"    if (i % {k + 2} == 0) x[i + {k}] = x[i] * {k}.5f + {'sinf' if k % 8 == 0 else 'sqrtf'}(x[i + {k + 1}]);\n"
                       for k in range(196))
        with open(path, "w") as f:
            f.write("__global__ void large(float *x) {\n    int i = threadIdx.x;\n" + body + "}\n")
        done = subprocess.run([SIMTCC, "--explain=" + page, path], capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(os.path.getsize(page), 2_000_000)

    def test_so_does_a_page_of_many_kernels(self):
        path, page = (os.path.join(self.folder, n) for n in ("many.ptx", "many.html"))
        with open(path, "w") as f:
            f.write(".version 8.0\n.target sm_90\n.address_size 64\n")
            for k in range(40):
                f.write(".visible .entry k%d(.param .u64 p) .reqntid 128 {\n.reg .u64 %%a; .reg .u32 %%t, %%v; .reg .pred %%p;\n"
                        "\tld.param.u64 %%a, [p];\n\tmov.u32 %%t, %%tid.x;\n\tmad.wide.u32 %%a, %%t, 4, %%a;\n" % k)
                f.write("".join("\tld.global.u32 %%v, [%%a];\n\tsetp.eq.u32 %%p, %%v, %d;\n\t@%%p bra L%d;\n\tadd.u32 %%v, %%v, %%t;\n"
                                "\tst.global.u32 [%%a], %%v;\nL%d:\n" % (i, i, i) for i in range(8)))
                f.write("\tret;\n}\n")
        done = subprocess.run([SIMTRUN, "--explain-page=" + page, path], capture_output=True, text=True, timeout=250)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertLess(os.path.getsize(page), 2_000_000)
        with open(page) as f:
            text = f.read()
        kernels = text.split("<section class=kernel ")[1:]
        self.assertEqual(len(kernels), 40)
        for part in ("pane ptx", "pane ir", "Passes of", "Counts of a run", "Step through"):
            self.assertEqual([i for i, k in enumerate(kernels) if part not in k], [], part)  # each has its share
        self.assertEqual(text.count("<table class=heat>"), 1)
        self.assertIn("--kernel=NAME</code> makes a page of one kernel", text)


unittest.main(verbosity=2)
