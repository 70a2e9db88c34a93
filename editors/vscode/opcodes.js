// opcodes.js - what a PTX opcode does: the longest mnemonic of opcodes.json that the word at the cursor begins with.
// SPDX-License-Identifier: Apache-2.0
'use strict';

const docs = require('./opcodes.json');

/** Returns the instruction's word around a column: "ld.global.v4.f32"; null outside of one. */
function wordAt(line, column) {
	const word = /[A-Za-z_][\w.:]*/g;
	for (let m; (m = word.exec(line)) !== null;)
		if (m.index <= column && column <= m.index + m[0].length) {
			const before = line.slice(0, m.index);
			// the first word of a statement, after a label or a guard
			return /(^|[;{}:])\s*(@!?%\w+\s+)?$/.test(before) ? m[0] : null;
		}
	return null;
}

/** Returns {mnemonic, text} of an instruction such as "cp.async.bulk.tensor.2d", or null. */
function find(word) {
	for (let name = word.replace(/::\w+/g, ''); name; name = name.slice(0, Math.max(name.lastIndexOf('.'), 0)))
		if (Object.prototype.hasOwnProperty.call(docs, name))
			return {mnemonic: name, text: docs[name]};
	return null;
}

/** Returns what a hover at the column shows, as Markdown, or null. */
function hover(line, column) {
	const word = wordAt(line, column);
	const found = word && find(word);
	return found ? `**${found.mnemonic}**\n\n${found.text}` : null;
}

module.exports = {hover, find, wordAt};
