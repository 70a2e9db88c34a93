// extension.js - simt in VS Code: kernels are debugged through `simtrun --debug=dap`, what simtcc says of a file is shown
// as problems (SARIF), and PTX opcodes are explained.
// SPDX-License-Identifier: Apache-2.0
'use strict';
const childProcess = require('child_process');
const path = require('path');
const vscode = require('vscode');
const opcodes = require('./opcodes');
const sarif = require('./sarif');

function setting(name) {
	return vscode.workspace.getConfiguration('simt').get(name);
}

/** The adapter of a configuration: a command, its arguments and options. */
function adapterOf(configuration, simtrun) {
	const options = {};
	if (configuration.cwd)
		options.cwd = configuration.cwd;
	if (configuration.env)
		options.env = configuration.env;
	return {
		command: configuration.simtrun || simtrun,
		args: ['--debug=dap', configuration.program, ...(configuration.args || [])],
		options,
	};
}

class AdapterFactory {
	createDebugAdapterDescriptor(session) {
		const a = adapterOf(session.configuration, setting('simtrun'));
		return new vscode.DebugAdapterExecutable(a.command, a.args, a.options);
	}
}

/** Without a program the editor asks for one. */
class ConfigurationProvider {
	resolveDebugConfiguration(folder, configuration) {
		if (!configuration.type) {
			configuration.type = 'simt';
			configuration.request = 'launch';
			configuration.name = 'Kernels';
		}
		if (!configuration.program)
			return vscode.window.showErrorMessage('simt: "program" is missing in the launch configuration').then(() => undefined);
		if (!configuration.cwd && folder)
			configuration.cwd = folder.uri.fsPath;
		return configuration;
	}
}

class Hover {
	provideHover(document, position) {
		const text = opcodes.hover(document.lineAt(position.line).text, position.character);
		return text ? new vscode.Hover(new vscode.MarkdownString(text)) : undefined;
	}
}

function diagnosticOf(p) {
	const range = (r) => new vscode.Range(r.line, r.column, r.endLine, r.endColumn);
	const d = new vscode.Diagnostic(range(p.range), p.message, vscode.DiagnosticSeverity[p.severity]);
	d.source = 'simtcc';
	d.code = p.code;
	d.relatedInformation = p.related.map((l) => new vscode.DiagnosticRelatedInformation(
		new vscode.Location(vscode.Uri.file(l.file), range(l.range)), l.message));
	return d;
}

/** Compiles a file, makes nothing, and shows what simtcc says; resolves to the number of problems. */
function check(collection, file) {
	const folder = path.dirname(file);
	const args = ['--diagnostics-format=sarif', ...setting('simtccArguments'), '-c', file, '-o', '/dev/null'];
	return new Promise((done) => {
		childProcess.execFile(setting('simtcc'), args, {cwd: folder, maxBuffer: 1 << 26}, (error, stdout, stderr) => {
			const text = sarif.documentIn(stderr);
			collection.clear();
			if (!text) {
				if (error)
					vscode.window.showErrorMessage(`simt: cannot run simtcc: ${error.message}`);
				return done(0);
			}
			let n = 0;
			for (const [name, list] of sarif.problems(text, folder, file)) {
				collection.set(vscode.Uri.file(name), list.map(diagnosticOf));
				n += list.length;
			}
			return done(n);
		});
	});
}

function activate(context) {
	const collection = vscode.languages.createDiagnosticCollection('simt');
	context.subscriptions.push(
		collection,
		vscode.debug.registerDebugAdapterDescriptorFactory('simt', new AdapterFactory()),
		vscode.debug.registerDebugConfigurationProvider('simt', new ConfigurationProvider()),
		vscode.languages.registerHoverProvider('ptx', new Hover()),
		vscode.commands.registerCommand('simt.check', () => {
			const editor = vscode.window.activeTextEditor;
			return editor ? check(collection, editor.document.uri.fsPath) : 0;
		}),
		vscode.workspace.onDidSaveTextDocument((d) => {
			if (setting('checkOnSave') && d.uri.fsPath.endsWith('.cu'))
				check(collection, d.uri.fsPath);
		}),
	);
}

module.exports = {activate, deactivate() {}, adapterOf, check};
