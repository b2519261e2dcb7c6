// node:path, both kinds.
// gc-stress: 2000
const path = process.getBuiltinModule('node:path');
const { posix, win32 } = path;
const all = ['', '.', '..', '/', '//', '/a', 'a/', 'a/b.c', '/a/b/../c//d.tar.gz', './.hidden', '../x', 'C:\\', 'c:', 'C:\\a\\b.txt', 'C:a', '\\\\srv\\share', '\\\\srv\\share\\', '\\\\srv\\share\\f.x', '\\a', 'a\\b/c', 'file.', '.a.b'];
for (const p of all) {
  console.log(JSON.stringify(p));
  for (const kind of [posix, win32]) {
    console.log(' ', JSON.stringify([kind.normalize(p), kind.dirname(p), kind.basename(p), kind.extname(p), kind.isAbsolute(p)]));
    console.log(' ', JSON.stringify(kind.parse(p)), JSON.stringify(kind.format(kind.parse(p))));
  }
}
console.log(posix.join('a', '', '../b', './c/'), posix.resolve('/x', '../y', 'z'), win32.join('\\\\a', 'b', '..', 'c'), win32.resolve('C:\\x', '..\\y'));
console.log(posix.relative('/a/b/c', '/a/d'), posix.relative('/a', '/a'), win32.relative('C:\\a\\b', 'c:\\A\\c'), win32.relative('C:\\a', 'D:\\b'));
console.log(posix.basename('a.html', '.html'), posix.basename('.html', '.html'), win32.toNamespacedPath('C:\\a'), path.sep, path.delimiter, path.posix === path);
for (const wrong of [undefined, null, 1, {}]) {
  try { path.join('a', wrong); } catch (e) { console.log(e.name, e.code, e.message); }
}
