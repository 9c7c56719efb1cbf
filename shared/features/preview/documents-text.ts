import { formatNumber } from '../../text/format.ts';

/** The words of slides. */
export const slideTexts = {
  slide: (at: number, title: string) =>
    title === '' ? `Slide ${formatNumber(at)}` : `Slide ${formatNumber(at)}: ${title}`,
  notes: 'Notes',
} as const;

/** The words of mails. */
export const mailTexts = {
  subject: 'Subject',
  from: 'From',
  to: 'To',
  copies: 'Copies to',
  sent: 'Sent',
  attachments: 'Attachments',
  noBody: 'This mail has no text that can be shown.',
} as const;
