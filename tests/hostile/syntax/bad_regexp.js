print('never');
var r = /a(b/;
