//! Generates programs, runs each in every configuration, and shrinks those whose outputs differ.

pub mod configurations;
pub mod generate;
mod node;
pub mod outcome;
mod process;
pub mod program;
mod random;
mod search;
mod shrink;
mod watch;
pub mod worker;

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// The options.
#[derive(Parser, Clone, Debug)]
#[command(name = "tarsier-fuzz", about = "Compares the tiers on generated programs", max_term_width = 120)]
pub struct Cli {
    /// The first seed; each program has the next
    #[arg(long, default_value = "1")]
    seed: u64,

    /// How many programs
    #[arg(long, default_value = "1000")]
    programs: u64,

    /// Children that run programs at the same time
    #[arg(long, default_value = "1")]
    jobs: usize,

    /// Programs about this only
    #[arg(long, value_enum)]
    about: Option<generate::About>,

    /// Compare these configurations only, by name and separated by commas; the first of the table is always the oracle
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    configurations: Vec<String>,

    /// A further oracle, for the language and not only the tiers: the command of a node
    #[arg(long, value_name = "NODE")]
    oracle: Option<String>,

    /// Ask it about every so many-th program only: it takes longer to start than to run one
    #[arg(long, default_value = "1", value_name = "N")]
    oracle_every: u64,

    /// Run each program in the oracle and so many of the other configurations, in turn (0: in all)
    #[arg(long, default_value = "0", value_name = "N")]
    take: usize,

    /// Where shrunk programs go
    #[arg(long, value_name = "FOLDER", default_value = "fuzz-found")]
    out: PathBuf,

    /// Milliseconds that a program may run
    #[arg(long, default_value = "4000")]
    limit: u64,

    /// Attempts to make a program smaller
    #[arg(long, default_value = "2500")]
    attempts: usize,

    /// Print the program of the seed and do nothing else
    #[arg(long)]
    show: bool,

    /// Print the table of configurations and do nothing else
    #[arg(long)]
    list: bool,

    #[arg(long, hide = true)]
    worker: bool,
}

/// Does what the command line says.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    if cli.worker {
        return worker::main();
    }
    if cli.show {
        print!("{}", generate::source(&generate::generate(cli.seed, cli.about)));
        return ExitCode::SUCCESS;
    }
    if cli.list {
        for configuration in configurations::CONFIGURATIONS {
            println!("{:12} {}", configuration.name, configuration.options.join(" "));
        }
        return ExitCode::SUCCESS;
    }
    match search::search(&cli) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("tarsier-fuzz: {error:#}");
            ExitCode::from(2)
        }
    }
}
