var s = 'ok';
var t = '\u{110000}';
