// Entries lose a property once they are written back.
function Entry(key, value) {
  this.key = key;
  this.value = value;
  this.dirty = false;
}

function writeBack(entry) {
  if (entry.dirty) delete entry.dirty; // here
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
entries.forEach(writeBack);
let result = 0;
for (let i = 0; i < 8000; i++) result = (result + sum(entries)) | 0;
print(result);
