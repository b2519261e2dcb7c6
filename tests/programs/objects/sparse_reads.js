// Elements of dictionaries: large indices, accessors, holes, prototypes, deletions.
const table = {};
for (let i = 0; i < 40; i++) table[i * 0x6000000 >>> 0] = i;
function read(o, i) { return o[i]; }
let sum = 0;
for (let round = 0; round < 200; round++) for (let i = 0; i < 40; i++) sum += read(table, i * 0x6000000 >>> 0);
print(sum, read(table, 3), read(table, 4294967295), read(table, 4294967294));
Object.defineProperty(table, 0x6000000, { get() { return "got " + (this === table); }, configurable: true });
print(read(table, 0x6000000));
const heir = Object.create(table);
print(read(heir, 0xc000000), read(heir, 0x6000000), read(heir, 7));
delete table[0xc000000];
print(read(table, 0xc000000), read(heir, 0xc000000));
const array = [1, 2, 3];
array[5000000] = "far";
for (let i = 0; i < 2000; i++) sum = read(array, i % 3);
print(sum, read(array, 5000000), read(array, 4), array.length);
function mapped(a, b) { arguments[4000000000] = "x"; a = 9; return read(arguments, 0) + read(arguments, 1) + read(arguments, 4000000000); }
for (let i = 0; i < 300; i++) sum = mapped(1, 2);
print(sum);
const text = new String("abc");
text[4000000000] = "y";
print(read(text, 0), read(text, 2), read(text, 4000000000), read(text, 3));
