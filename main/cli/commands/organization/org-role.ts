import { givenOrganizationRole, type GivenOrganizationRole } from '../../../../shared/features/organization/model.ts';
import { organizationTexts as texts } from '../../../../shared/features/organization/text.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';

/** A role as it was typed. @throws Ending. */
export function organizationRoleOf(text: string): GivenOrganizationRole {
  const read = givenOrganizationRole.safeParse(text.charAt(0).toUpperCase() + text.slice(1).toLowerCase());
  if (!read.success) throw new Ending(EXIT.usage, texts.noSuchRole(text));
  return read.data;
}
