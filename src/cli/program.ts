import { Command, CommanderError, Option } from 'commander';
import { packageVersion } from '../package-version.ts';
import { EXIT, EXIT_HELP } from './exit-codes.ts';
import { addKeyCommands } from './key-commands.ts';
import { addReadCommands } from './read-commands.ts';
import { addServerCommands } from './server-commands.ts';
import { fail } from './session.ts';
import { addWatch } from './watch-command.ts';
import { addWriteCommands } from './write-commands.ts';

const DEFAULT_URL = 'http://127.0.0.1:4000';

/** Runs one command and settles the exit code of the process. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  const program = commands();
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    // commander has written what was wrong, or the help that was asked for.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
    else fail(error, words.includes('--json'));
  }
}

function commands(): Command {
  const program = new Command('roomd')
    .description('The shared context of the agents in a room: contracts, decisions, tasks, change requests, notes.')
    .version(packageVersion())
    .addOption(new Option('--url <url>', 'where the server is').env('ROOMD_URL').default(DEFAULT_URL))
    .addOption(new Option('--key <key>', 'the bearer key, where the server asks for one').env('ROOMD_KEY'))
    .option('--json', 'answers and errors as JSON')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(--help tells more)')
    .showSuggestionAfterError()
    .addHelpText('after', `\n${EXIT_HELP}`)
    .exitOverride();
  addServerCommands(program);
  addKeyCommands(program);
  addWatch(program);
  addReadCommands(program);
  addWriteCommands(program);
  return program;
}
