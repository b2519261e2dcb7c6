// The place of a reference to a missing name.
let value = 1;
print(value);

value = value + missingName;
print('never');
