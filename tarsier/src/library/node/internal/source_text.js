// The text of a call in a source file, for messages of assertions.

/** Where the bracket at `start` is closed; -1 if it never is. Strings, templates and comments are passed over. */
function closing(text, start) {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (c === '"' || c === "'" || c === '`') {
      let at = i + 1;
      while (at < text.length && text[at] !== c) at += text[at] === '\\' ? 2 : 1;
      i = at;
    } else if (c === '/' && text[i + 1] === '/') {
      i = text.indexOf('\n', i);
      if (i === -1) return -1;
    } else if (c === '/' && text[i + 1] === '*') {
      i = text.indexOf('*/', i);
      if (i === -1) return -1;
      i++;
    } else if (c === '/' && /[(,=:[!&|?{};\n]\s*$/.test(text.slice(Math.max(0, i - 20), i))) {
      // A regular expression.
      let at = i + 1, inClass = false;
      while (at < text.length && (text[at] !== '/' || inClass) && text[at] !== '\n') {
        if (text[at] === '[') inClass = true;
        else if (text[at] === ']') inClass = false;
        at += text[at] === '\\' ? 2 : 1;
      }
      i = at;
    } else if (c === '(' || c === '[' || c === '{') {
      depth++;
    } else if (c === ')' || c === ']' || c === '}') {
      if (--depth === 0) return i;
    }
  }
  return -1;
}

/** The call at a line and column (both from 1); undefined if the file cannot be read or tells nothing. */
function callAt(file, line, column) {
  let text;
  try {
    if (file.startsWith('file:')) file = require('node/url').fileURLToPath(file);
    text = require('node/fs').readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const lines = text.split('\n');
  if (line > lines.length) return undefined;
  let at = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0) + column - 1;
  // To the front of `a.b.c`.
  while (at > 0 && /[\w$.]/.test(text[at - 1])) at--;
  const head = /^[\w$.\s]*?\(/.exec(text.slice(at, at + 200));
  if (head === null) return undefined;
  const end = closing(text, at + head[0].length - 1);
  if (end === -1) return undefined;
  const call = text.slice(at, end + 1);
  // Later lines lose the indentation of the first.
  const indentation = /^\s*/.exec(lines[line - 1])[0].length;
  return call.split('\n').map((row, i) => (i === 0 ? row : `  ${/^\s*$/.test(row.slice(0, indentation)) ? row.slice(indentation) : row.trimStart()}`)).join('\n');
}

return { callAt };
