import { badRequest } from '../../../shared/fault.ts';
import type { LimitsInfo } from '../../../shared/features/settings/limits-model.ts';
import { setUpFileTexts as texts } from '../../../shared/features/set-up/file-text.ts';
import { timeOfDay } from '../input/moments.ts';
import type { Part } from './setup-step.ts';

export const namePart: Part['plan'] = async ({ computer }, { client }) => {
  if (computer === undefined) return [];
  const { next } = await client.call('setUp.name', null);
  if (next === computer) return [];
  return [{ text: texts.from(next, computer), apply: () => client.call('setUp.setName', { name: computer }) }];
};

export const kindPart: Part['plan'] = async ({ kind }, { client }) => {
  if (kind === undefined) return [];
  const now = (await client.call('setUp.computer', null)).kind;
  if (now === kind) return [];
  const apply = async (): Promise<void> => {
    await client.call('setUp.setComputer', { kind });
    // The first steps in a window are no longer needed.
    await client.call('setUp.finish', null);
  };
  return [{ text: texts.from(now ?? texts.nobodySaid, kind), apply }];
};

/** A name or a value that is none is refused before anything is changed. */
export const settingsPart: Part['plan'] = async ({ settings }, { client }) => {
  if (settings === undefined) return [];
  const known = await client.call('settings.describe', null);
  return Object.entries(settings).flatMap(([name, wanted]) => {
    const value = String(wanted);
    const setting = known.find(each => each.name === name);
    if (setting === undefined)
      throw badRequest(
        texts.noSetting(
          name,
          known.map(each => each.name),
        ),
      );
    const { least, most, choices } = setting;
    const isNumber = /^\d{1,16}$/.test(value) && Number(value) >= (least ?? 0) && Number(value) <= (most ?? Infinity);
    if (choices.length > 0 ? !choices.includes(value) : least !== null && !isNumber)
      throw badRequest(texts.noValue(name, value, choices.length > 0 ? choices.join(', ') : `${least} to ${most}`));
    if (setting.value === value) return [];
    const text = texts.setting(name, setting.value, value);
    return [{ text, apply: () => client.call('settings.set', { name, value }) }];
  });
};

export const limitsPart: Part['plan'] = async ({ limits }, { client }) => {
  if (limits === undefined) return [];
  const { upBytesPerSecond, downBytesPerSecond, hours } = limits;
  const wanted: LimitsInfo = {
    upBytesPerSecond,
    downBytesPerSecond,
    hours: hours && { from: timeOfDay(hours.from), to: timeOfDay(hours.to) },
  };
  if (isSame(wanted, await client.call('limits.get', null))) return [];
  return [{ text: texts.limits, apply: () => client.call('limits.set', wanted) }];
};

function isSame(one: LimitsInfo, other: LimitsInfo): boolean {
  return (
    one.upBytesPerSecond === other.upBytesPerSecond &&
    one.downBytesPerSecond === other.downBytesPerSecond &&
    one.hours?.from === other.hours?.from &&
    one.hours?.to === other.hours?.to
  );
}
