// What structuredClone and the inspector need to know of objects of our interfaces. Each file registers its classes when it is loaded; until then there
// can be no such object.

// { is(object), describe(object)?, clone(object)?, transfer: { create(), move(from, to), detached(object) }? }, in the order of registration. By hand, since scripts may have
// changed arrays.
const kinds = { __proto__: null };
let count = 0;

function register(kind) {
  kinds[count++] = { __proto__: null, ...kind };
}

function find(object) {
  // The last that was registered comes first: heirs before their parents.
  for (let i = count - 1; i >= 0; i--) {
    if (kinds[i].is(object)) return kinds[i];
  }
  return undefined;
}

/// What the inspector shows in place of an object of ours, an object or an array of names and values in turn; undefined for others.
function describe(object) {
  const kind = find(object);
  return kind === undefined ? undefined : kind.describe ? kind.describe(object) : { __proto__: null };
}

/// Undefined for what is no object of ours, null for what cannot be cloned.
function clone(object) {
  const kind = find(object);
  if (kind === undefined) return undefined;
  return kind.clone ? kind.clone(object) : null;
}

/// The object that is to receive what `object` is transferred to; undefined for what is not transferable, null for what has been transferred already.
function receiver(object) {
  const transfer = find(object)?.transfer;
  if (transfer === undefined) return undefined;
  return transfer.detached(object) ? null : transfer.create();
}

function move(from, to) {
  find(from).transfer.move(from, to);
}

return { register, describe, clone, receiver, move };
