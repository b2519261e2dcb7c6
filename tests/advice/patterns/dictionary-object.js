// Entries lose a property once they are written back, and another one when they are changed.
function Entry(key, value) {
  this.key = key;
  this.value = value;
  this.dirty = false;
}

function writeBack(entry) {
  entry.written = true;
  delete entry.dirty; // here
}

function change(entry) {
  entry.dirty = true;
  delete entry.written;
}

function sum(entries) {
  let sum = 0;
  for (let i = 0; i < entries.length; i++) sum += entries[i].value + (entries[i].dirty ? 1 : 0);
  return sum;
}

const entries = [];
for (let i = 0; i < 200; i++) {
  const entry = new Entry(i, i);
  if (i % 3) entry.dirty = true;
  entries.push(entry);
}
for (let i = 0; i < 6; i++) {
  entries.forEach(writeBack);
  entries.forEach(change);
}
let result = 0;
for (let i = 0; i < 8000; i++) result = (result + sum(entries)) | 0;
print(result);
