import { Option } from 'commander';

/** An option without which the command is refused. */
export function required(flags: string, about: string): Option {
  return new Option(flags, about).makeOptionMandatory();
}
