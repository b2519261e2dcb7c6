const own = "own";
module.exports = { ...require("./named.cjs"), own };
