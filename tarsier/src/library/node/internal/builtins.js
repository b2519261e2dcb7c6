// Built-in modules by name (src/node/mod.rs): get(name), names(), isBuiltin(name).
return native;
