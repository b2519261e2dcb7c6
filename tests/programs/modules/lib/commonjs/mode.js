'use strict';
exports.strict = (function () { return this === undefined; })();
