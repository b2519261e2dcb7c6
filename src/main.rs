//! The `tarsier` command.

#[global_allocator]
static ALLOCATOR: tarsier::gc::native_memory::CountingAllocator = tarsier::gc::native_memory::CountingAllocator;

fn main() {
    std::process::exit(tarsier_shell::cli::main());
}
