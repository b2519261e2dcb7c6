// Searches in subjects of 16-bit units: by several at a time, at every distance from the end, and among units whose low halves look like what is sought.

function positions(pattern, text) {
  const found = [];
  for (const match of text.matchAll(pattern)) found.push(match.index);
  return found.join();
}
const look = String.fromCharCode(0x0100 + 34, 0x0100 + 92, 0x2200 + 47, 0xff00 + 81);
for (let front = 0; front < 40; front++) {
  for (const back of ['', 'x', 'xxxxxxxxxxx']) {
    const text = '\u0101'.repeat(front) + '"\\/Quux(' + front + ')\\/"' + back;
    const wide = look.repeat(front % 9) + text + look + text;
    for (const pattern of [/(^|[^\\])"\\\/Quux\((-?[0-9]+)\)\\\/"/g, /[QX]u+x/g, /Quux\(/g, /[\u0100-\u0110]"/g, /[^\u0101]["-$]\\/g, /x$/g]) {
      const all = positions(pattern, wide);
      // An attempt at each place, without a search.
      const single = [];
      const sticky = new RegExp(pattern.source, 'y');
      let from = 0;
      for (let at = 0; at <= wide.length; at++) {
        if (at < from) continue;
        sticky.lastIndex = at;
        const match = sticky.exec(wide);
        if (match) {
          single.push(at);
          from = at + match[0].length;
        }
      }
      if (all !== single.join()) print('differs', front, back.length, String(pattern), all, single.join());
    }
  }
}
print(positions(/\d+/g, '\u2028' + 'abcdefghijklmnopqrstuvwxyz'.repeat(9) + '12' + 'z'.repeat(30) + '3'));
print(positions(/e\d/g, '\u2028' + 'e'.repeat(100) + '1' + '\u0131'.repeat(20) + 'e2'));
