// sarif.js - the results of a SARIF document as diagnostics: plain objects, which extension.js hands to the editor.
// SPDX-License-Identifier: Apache-2.0
'use strict';
const path = require('path');

const severity = {error: 'Error', warning: 'Warning', note: 'Information'};

function fileOf(place, folder) {
	const uri = place.physicalLocation && place.physicalLocation.artifactLocation && place.physicalLocation.artifactLocation.uri;
	if (!uri)
		return null;
	if (uri.startsWith('file://'))
		return decodeURIComponent(uri.slice('file://'.length));
	return path.resolve(folder, decodeURIComponent(uri));
}

// Lines and columns of SARIF count from 1 and a range ends before endColumn; those of the editor count from 0.
function rangeOf(place) {
	const r = (place.physicalLocation && place.physicalLocation.region) || {};
	const line = (r.startLine || 1) - 1;
	const column = (r.startColumn || 1) - 1;
	const endLine = (r.endLine || r.startLine || 1) - 1;
	let endColumn = (r.endColumn || 0) - 1;
	if (endColumn < 0 || (endLine === line && endColumn <= column))
		endColumn = r.startColumn ? column + 1 : Number.MAX_SAFE_INTEGER;
	return {line, column, endLine, endColumn};
}

/** Returns a Map of paths to lists of {range, message, severity, code, related}. Results without a place belong to `source`. */
function problems(text, folder, source) {
	const found = new Map();
	const document = JSON.parse(text);
	for (const run of document.runs || [])
		for (const result of run.results || []) {
			const place = (result.locations || [])[0];
			const file = (place && fileOf(place, folder)) || source;
			const related = (result.relatedLocations || [])
				.map((l) => ({file: fileOf(l, folder), range: rangeOf(l), message: (l.message && l.message.text) || ''}))
				.filter((l) => l.file);
			if (!found.has(file))
				found.set(file, []);
			found.get(file).push({
				range: rangeOf(place || {}),
				message: result.message.text,
				severity: severity[result.level] || 'Error',
				code: result.ruleId,
				related,
			});
		}
	return found;
}

/** The document in what simtcc wrote: the lines of other programs may stand around it. */
function documentIn(text) {
	const line = text.split('\n').find((l) => l.startsWith('{"$schema"'));
	return line || null;
}

module.exports = {problems, documentIn};
