// The class name and message of an error of a subclass.
class ValidationError extends Error {
  constructor(field) {
    super('bad field ' + field);
    this.name = 'ValidationError';
  }
}
function validate(record) {
  for (const key of Object.keys(record)) if (record[key] === null) throw new ValidationError(key);
  return true;
}
print(validate({ a: 1 }));
validate({ a: 1, b: null });
