// test.js [SIMTCC SIMTRUN FOLDER]: the extension without an editor. A stand-in for the `vscode` module records what is
// registered; with simtcc and simtrun, a file with errors is checked and a program is debugged through the adapter that
// the extension names. FOLDER is for what is built.
// SPDX-License-Identifier: Apache-2.0
'use strict';
const assert = require('assert');
const childProcess = require('child_process');
const fs = require('fs');
const Module = require('module');
const path = require('path');

const [simtcc, simtrun, folder] = process.argv.slice(2).map((p) => path.resolve(p));
const registered = {hovers: {}, commands: {}, adapters: {}, providers: {}, saved: [], errors: []};
const problems = new Map();

class Plain {
	constructor(...values) {
		this.values = values;
	}
}
class Range extends Plain {}
class Diagnostic {
	constructor(range, message, level) {
		Object.assign(this, {range, message, level});
	}
}
class DebugAdapterExecutable {
	constructor(command, args, options) {
		Object.assign(this, {command, args, options});
	}
}
const settings = {simtcc, simtrun: simtrun || 'simtrun', simtccArguments: [], checkOnSave: true};
const vscode = {
	Range, Diagnostic, DebugAdapterExecutable,
	Hover: Plain, MarkdownString: Plain, Location: Plain, DiagnosticRelatedInformation: Plain,
	DiagnosticSeverity: {Error: 0, Warning: 1, Information: 2},
	Uri: {file: (f) => ({fsPath: f})},
	window: {activeTextEditor: null, showErrorMessage: (m) => Promise.resolve(registered.errors.push(m))},
	workspace: {
		getConfiguration: () => ({get: (name) => settings[name]}),
		onDidSaveTextDocument: (f) => registered.saved.push(f),
	},
	languages: {
		createDiagnosticCollection: () => ({clear: () => problems.clear(), set: (uri, list) => problems.set(uri.fsPath, list)}),
		registerHoverProvider: (language, p) => (registered.hovers[language] = p),
	},
	debug: {
		registerDebugAdapterDescriptorFactory: (type, f) => (registered.adapters[type] = f),
		registerDebugConfigurationProvider: (type, p) => (registered.providers[type] = p),
	},
	commands: {registerCommand: (name, f) => (registered.commands[name] = f)},
};
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

const root = path.join(__dirname, '..');
const extension = require(path.join(root, 'extension.js'));
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const context = {subscriptions: []};
extension.activate(context);

function manifestFitsTheCode() {
	assert.ok(context.subscriptions.length >= 6);
	assert.ok(fs.existsSync(path.join(root, manifest.main)));
	assert.deepStrictEqual(manifest.contributes.commands.map((c) => c.command).sort(), Object.keys(registered.commands).sort());
	assert.deepStrictEqual(manifest.contributes.debuggers.map((d) => d.type), Object.keys(registered.adapters));
	const languages = manifest.contributes.languages.map((l) => l.id);
	for (const language of Object.keys(registered.hovers))
		assert.ok(languages.includes(language), language);
	for (const l of manifest.contributes.languages)
		assert.ok(!l.configuration || JSON.parse(fs.readFileSync(path.join(root, l.configuration), 'utf8')));
	const source = fs.readFileSync(path.join(root, 'extension.js'), 'utf8');
	const known = Object.keys(manifest.contributes.configuration.properties);
	for (const [, name] of source.matchAll(/setting\('(\w+)'\)/g))
		assert.ok(known.includes(`simt.${name}`), name);
	const properties = manifest.contributes.debuggers[0].configurationAttributes.launch.properties;
	for (const [, name] of source.matchAll(/configuration\.(\w+)/g))
		assert.ok(name in properties || ['type', 'request', 'name'].includes(name), name);
}

function hoversExplainOpcodes() {
	const at = (line, column) => {
		const hover = registered.hovers.ptx.provideHover({lineAt: () => ({text: line})}, {line: 0, character: column});
		return hover ? hover.values[0].values[0] : null;
	};
	assert.match(at('\tadd.sat.s32 \t%r1, %r2, %r3;', 3), /^\*\*add\*\*\n\nThe sum/);
	assert.match(at('@%p1 bra \t$L__BB0_2;', 6), /^\*\*bra\*\*/);
	assert.match(at('cp.async.bulk.tensor.2d.shared::cluster.global.tile [a], [b, {c, d}], [e];', 5), /^\*\*cp.async.bulk.tensor\*\*/);
	assert.match(at('$L__BB0_2:', 4) || 'none', /none/);
	assert.match(at('\tadd.s32 %r1, abs, 2;', 15) || 'none', /none/);
	assert.match(at('\tmov.u32 %r1, %tid.x; bar.sync 0;', 24), /^\*\*bar\*\*/);
}

function sarifBecomesProblems() {
	const {problems: read, documentIn} = require(path.join(root, 'sarif.js'));
	const document = {runs: [{results: [
		{level: 'warning', ruleId: 'E0680', message: {text: 'w'}, locations: [{physicalLocation: {
			artifactLocation: {uri: 'a%20b.cu'}, region: {startLine: 3, startColumn: 5, endLine: 3, endColumn: 9}}}],
			relatedLocations: [{physicalLocation: {artifactLocation: {uri: 'file:///x/c.h'}, region: {startLine: 2}},
				message: {text: 'here'}}]},
		{level: 'error', message: {text: 'no place'}}]}]};
	const text = documentIn(`noise\n${JSON.stringify({$schema: 's', ...document})}\nnoise`);
	const found = read(text, '/f', '/f/own.cu');
	assert.deepStrictEqual([...found.keys()], ['/f/a b.cu', '/f/own.cu']);
	const [w] = found.get('/f/a b.cu');
	assert.deepStrictEqual(w.range, {line: 2, column: 4, endLine: 2, endColumn: 8});
	assert.deepStrictEqual([w.severity, w.code, w.related[0].file, w.related[0].message], ['Warning', 'E0680', '/x/c.h', 'here']);
	assert.strictEqual(documentIn('nothing'), null);
}

async function filesAreChecked() {
	const file = path.join(folder, 'wrong.cu');
	fs.writeFileSync(file, '__global__ void k(int *p) {\n\t*p = missing;\n}\nint main() {\n\tk<<<1, 1>>>(1.5);\n}\n');
	vscode.window.activeTextEditor = {document: {uri: {fsPath: file}}};
	assert.strictEqual(await registered.commands['simt.check'](), 2, [...problems.values()].flat().map((d) => d.message).join());
	const told = problems.get(file).map((d) => [d.range.values[0], d.level, d.code]);
	assert.deepStrictEqual(told, [[1, 0, 'E0601'], [4, 0, 'E0615']]);
	fs.writeFileSync(file, '__global__ void k(int *p) { *p = 1; }\n');
	assert.strictEqual(await registered.commands['simt.check'](), 0);
	assert.strictEqual(problems.size, 0);
}

// A client of the Debug Adapter Protocol that waits for what it names.
class Client {
	constructor(adapter) {
		this.child = childProcess.spawn(adapter.command, adapter.args, {...adapter.options, stdio: ['pipe', 'pipe', 'inherit']});
		this.buffer = Buffer.alloc(0);
		this.seen = [];
		this.waiting = [];
		this.seq = 1;
		this.child.stdout.on('data', (d) => this.read(d));
	}
	read(data) {
		this.buffer = Buffer.concat([this.buffer, data]);
		for (;;) {
			const end = this.buffer.indexOf('\r\n\r\n');
			if (end < 0)
				return;
			const length = Number(/Content-Length: (\d+)/.exec(this.buffer.toString('utf8', 0, end))[1]);
			if (this.buffer.length < end + 4 + length)
				return;
			this.seen.push(JSON.parse(this.buffer.toString('utf8', end + 4, end + 4 + length)));
			this.buffer = this.buffer.subarray(end + 4 + length);
			this.waiting = this.waiting.filter((w) => !w());
		}
	}
	wait(what, test) {
		return new Promise((done, fail) => {
			const late = setTimeout(() => fail(new Error(`${what} does not come`)), 60000);
			const look = () => {
				const i = this.seen.findIndex(test);
				if (i < 0)
					return false;
				clearTimeout(late);
				done(this.seen.splice(i, 1)[0]);
				return true;
			};
			if (!look())
				this.waiting.push(look);
		});
	}
	event(name) {
		return this.wait(name, (m) => m.type === 'event' && m.event === name);
	}
	async request(command, args) {
		const seq = this.seq++;
		const text = JSON.stringify({seq, type: 'request', command, arguments: args});
		this.child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
		const r = await this.wait(command, (m) => m.type === 'response' && m.request_seq === seq);
		assert.ok(r.success, `${command}: ${r.message}`);
		return r.body;
	}
}

async function kernelsAreDebugged() {
	const file = path.join(folder, 'adds.cu');
	const program = path.join(folder, 'adds');
	fs.writeFileSync(file, '__global__ void adds(int *p, int n) {\n\tint i = threadIdx.x;\n\tp[i] = i + n;\n}\nint main() {\n\tint *p;\n' +
		'\tcudaMalloc(&p, 128);\n\tadds<<<1, 32>>>(p, 5);\n\treturn cudaDeviceSynchronize();\n}\n');
	childProcess.execFileSync(simtcc, ['-g', '-G', 'adds.cu', '-o', program], {cwd: folder});
	const configuration = registered.providers.simt.resolveDebugConfiguration({uri: {fsPath: folder}},
		{type: 'simt', request: 'launch', name: 'x', program});
	const adapter = registered.adapters.simt.createDebugAdapterDescriptor({configuration});
	assert.ok(adapter instanceof DebugAdapterExecutable);
	const c = new Client(adapter);
	await c.request('initialize', {adapterID: 'simt', linesStartAt1: true, columnsStartAt1: true});
	await c.request('launch', configuration);
	const set = await c.request('setBreakpoints', {source: {path: file}, breakpoints: [{line: 3, condition: 'i == 7'}]});
	assert.strictEqual(set.breakpoints.length, 1);
	await c.request('configurationDone', {});
	const stopped = await c.event('stopped');
	assert.strictEqual(stopped.body.reason, 'breakpoint');
	const stack = await c.request('stackTrace', {threadId: stopped.body.threadId});
	assert.strictEqual(stack.stackFrames[0].line, 3);
	assert.strictEqual(fs.realpathSync(stack.stackFrames[0].source.path), fs.realpathSync(file));
	assert.ok(path.isAbsolute(stack.stackFrames[0].source.path));
	const value = await c.request('evaluate', {expression: 'i + n', frameId: stack.stackFrames[0].id});
	assert.strictEqual(value.result, '12');
	await c.request('continue', {threadId: stopped.body.threadId});
	const exited = await c.event('exited');
	assert.strictEqual(exited.body.exitCode, 0);
	c.child.kill();
}

(async () => {
	const tests = [manifestFitsTheCode, hoversExplainOpcodes, sarifBecomesProblems, ...(simtcc ? [filesAreChecked, kernelsAreDebugged] : [])];
	for (const test of tests) {
		await test();
		console.log(`ok ${test.name}`);
	}
	assert.deepStrictEqual(registered.errors, []);
})().catch((e) => {
	console.error(e);
	process.exit(1);
});
