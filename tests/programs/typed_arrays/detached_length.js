// oracle: by hand
// `length` of a typed array is 0 once its buffer is detached, also where the site has learnt another.
function length(array) { return array.length; }
const buffer = new ArrayBuffer(32);
const array = new Int32Array(buffer);
let sum = 0;
for (let i = 0; i < 200; i++) sum += length(array);
print(sum, length(new Uint8Array(3)));
buffer.transfer();
print(length(array), length(new Float64Array(2)));
