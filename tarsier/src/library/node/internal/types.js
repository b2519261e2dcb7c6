// node:util's types: what kind of object a value is, by its internal slots alone.

const { brand, functionKind } = require('node/internal/values');

const is = (...kinds) => (value) => kinds.includes(brand(value));
const isView = ArrayBuffer.isView;
const isTypedArray = (value) => isView(value) && brand(value) !== 'DataView';
const kindOf = (value) => (typeof value === 'function' && brand(value) !== 'Proxy' ? functionKind(value) : '');

return {
  isExternal: () => false,
  isDate: is('Date'),
  isArgumentsObject: is('Arguments'),
  isBigIntObject: is('Boxed BigInt'),
  isBooleanObject: is('Boxed Boolean'),
  isNumberObject: is('Boxed Number'),
  isStringObject: is('Boxed String'),
  isSymbolObject: is('Boxed Symbol'),
  isBoxedPrimitive: (value) => brand(value).startsWith('Boxed '),
  isNativeError: is('Error'),
  isRegExp: is('RegExp'),
  isAsyncFunction: (value) => kindOf(value).startsWith('Async'),
  isGeneratorFunction: (value) => kindOf(value).endsWith('GeneratorFunction'),
  isGeneratorObject: is('Generator', 'Async Generator'),
  isPromise: is('Promise'),
  isMap: is('Map'),
  isSet: is('Set'),
  isMapIterator: is('Map Iterator'),
  isSetIterator: is('Set Iterator'),
  isWeakMap: is('WeakMap'),
  isWeakSet: is('WeakSet'),
  isArrayBuffer: is('ArrayBuffer'),
  isDataView: is('DataView'),
  isSharedArrayBuffer: is('SharedArrayBuffer'),
  isProxy: is('Proxy'),
  isModuleNamespaceObject: is('Module'),
  isAnyArrayBuffer: is('ArrayBuffer', 'SharedArrayBuffer'),
  isCryptoKey: () => false,
  isKeyObject: () => false,
  isArrayBufferView: isView,
  isTypedArray,
  isUint8Array: is('Uint8Array'),
  isUint8ClampedArray: is('Uint8ClampedArray'),
  isUint16Array: is('Uint16Array'),
  isUint32Array: is('Uint32Array'),
  isInt8Array: is('Int8Array'),
  isInt16Array: is('Int16Array'),
  isInt32Array: is('Int32Array'),
  isFloat32Array: is('Float32Array'),
  isFloat64Array: is('Float64Array'),
  isBigInt64Array: is('BigInt64Array'),
  isBigUint64Array: is('BigUint64Array'),
};
