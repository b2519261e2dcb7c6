// Uses what the other drivers need of an engine: load, which runs a file in the global scope,
// and print.
load("{file}");
if (benchesProbe !== 42) throw new Error("load does not run scripts in the global scope");
print("@benches\tdone");
