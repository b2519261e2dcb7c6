// oracle: by hand
// An error that only the engine finds has its place in the file, too.
type T = number;
const e: T = 1; function f() { 'use strict'; type U = T; return /(/; }
