//! `tilewright completions` and `tilewright man`: for packagers and shells.

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::output::say;
use crate::{Cli, Outcome};

/// Print completions for a shell
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  tilewright completions bash > /etc/bash_completion.d/tilewright"
)]
pub(crate) struct CompletionsArgs {
    /// bash, elvish, fish, powershell or zsh
    shell: Shell,
}

/// Print the manual page of the program or of a verb
#[derive(clap::Args)]
#[command(after_help = "Example:\n  tilewright man > tilewright.1")]
pub(crate) struct ManArgs {
    /// Only the page of this verb
    verb: Option<String>,
}

pub(crate) fn completions(args: &CompletionsArgs) -> Result<Outcome> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tilewright", &mut text);
    say(&String::from_utf8_lossy(&text))?;
    Ok(Outcome::Done)
}

pub(crate) fn man(args: &ManArgs) -> Result<Outcome> {
    let mut command = Cli::command();
    command.build();
    let page = match &args.verb {
        None => Some(command),
        Some(verb) => command.find_subcommand(verb).cloned(),
    };
    let Some(page) = page else {
        anyhow::bail!("there is no such verb; see `tilewright --help`");
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    say(&String::from_utf8_lossy(&text))?;
    Ok(Outcome::Done)
}
