//! The `tarsier-emulated` command: `tarsier`, with the machine code of aarch64 on an emulator.

#[global_allocator]
static ALLOCATOR: tarsier::gc::native_memory::CountingAllocator = tarsier::gc::native_memory::CountingAllocator;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn main() {
    std::process::exit(tarsier_shell::cli::main_with(tarsier_emulated::install));
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn main() {
    eprintln!("tarsier-emulated: only for Linux on x86-64");
    std::process::exit(2);
}
