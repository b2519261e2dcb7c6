print('never');
var s = 'abc
var t = 1;
