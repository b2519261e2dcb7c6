// A setter that comes to Array.prototype when pushes are optimized and the arrays have room. Alone: once there was one, nothing is pushed the fast way.
function fill() { var a = []; for (var i = 0; i < 5; i++) a[i] = "e" + i; return a; }
function push(a, v) { return a.push(v); }
var lists = [], sets = 0;
for (var i = 0; i < 600; i++) lists.push(fill());
for (var i = 0; i < 300; i++) push(lists[i], "v");
Object.defineProperty(Array.prototype, 5, { set: function (v) { sets++; }, configurable: true });
for (var i = 300; i < 600; i++) push(lists[i], "v");
print(sets, lists[0].hasOwnProperty(5), lists[300].hasOwnProperty(5), lists[599].length);
delete Array.prototype[5];
