let a = 1;
var c;
let a = 2;
