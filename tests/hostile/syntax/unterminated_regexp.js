var ok = 1;
var r = /abc
