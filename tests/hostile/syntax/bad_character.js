var a = 1;
var b = a § 2;
