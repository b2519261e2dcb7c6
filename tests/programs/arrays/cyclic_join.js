// An array inside itself joins as the empty string, as every engine does it.
const self = [1, 2];
self.push(self);
print(self.join(), self.concat(self).length, self.flat().length, [self].flat(2).length);
const ring = [0];
ring.push(ring, [ring]);
print(String(ring), ring.toString() === ring.join());
const left = ['l'], right = ['r', left];
left.push(right);
print(left.join(), right.join('+'), `${left}`);
print([left, left].join('/'));
try { [1, { toString() { throw 'out'; } }].join(); } catch (e) { print(e); }
print(left.join());
