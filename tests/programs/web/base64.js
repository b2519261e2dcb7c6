// atob and btoa.
for (const text of ['', 'a', 'ab', 'abc', 'abcd', '\xff\x00\x80', 'x'.repeat(100)]) {
  const encoded = btoa(text);
  console.log(encoded, atob(encoded) === text);
}
console.log(btoa(null), btoa(1.5));
for (const text of ['', ' Y W\nI = ', 'YWI', 'YR', '=', 'Y', 'YQ=', 'YWJj=', 'YQ==YQ==', 'YWJjZ', 'Y\u0151', 'a-_b', 'YQ===', null]) {
  try {
    console.log(JSON.stringify(text), JSON.stringify(atob(text)));
  } catch (e) {
    console.log(JSON.stringify(text), e.name, e.code, e instanceof DOMException);
  }
}
try {
  btoa('€');
} catch (e) {
  console.log(e.name, e.code, e instanceof DOMException);
}
try {
  atob();
} catch (e) {
  console.log(e instanceof TypeError);
}
