//! The globals that only a shell has: print, load, readline, quit and the like, and `$vm`.

mod files;
mod print;
mod process;
mod vm_object;

use tarsier::host::Settings;
use tarsier::{Engine, Failure, JsResult, Options};

/// An engine with the shell's globals beside those of the library.
///
/// # Errors
/// When the VM cannot be had with these options.
pub fn engine(options: Options, settings: Settings) -> Result<Engine, Failure> {
    let mut engine = Engine::with_settings(options, settings)?;
    match install(&mut engine) {
        Ok(()) => Ok(engine),
        Err(_) => Err(too_small()),
    }
}

/// Why an engine cannot be had whose globals do not fit into its heap.
pub fn too_small() -> Failure {
    Failure::Start("the heap limit is too small for the built-ins".into())
}

fn install(engine: &mut Engine) -> JsResult<()> {
    let host = engine.host().clone();
    let vm = engine.vm();
    let global = vm.realm().global;
    print::install(vm, global)?;
    files::install(vm, global)?;
    process::install(vm, global, &host.script_args)?;
    if vm.options.expose_vm {
        vm_object::install(vm, global)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
