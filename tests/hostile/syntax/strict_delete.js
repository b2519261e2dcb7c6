'use strict';
var v;
delete v;
