/** What is said about an invitation. */
export const invitationTexts = {
  noLink:
    'That is no link of an invitation. Copy the whole link from the mail; it begins with https:// or benchtop://.',
  noService: 'Say which service the invitation is for: sign in first, or name its address.',
  title: 'Invitation',
  paste: 'Link from the mail',
  look: 'Look at it',
  pending: (organization: string) => `You are invited to ${organization}`,
  from: (who: string, role: string | null) => (role === null ? `By ${who}` : `By ${who}, as ${role}`),
  for: (email: string) => `For ${email}`,
  until: (moment: string) => `Works until ${moment}`,
  accept: 'Join',
  accepting: 'Joining…',
  joined: (organization: string) => `You are now in ${organization}.`,
  expired: 'This invitation has run out',
  expiredRemedy: (who: string | null) => `Nothing was changed. Ask ${who ?? 'whoever invited you'} to send it again.`,
  gone: 'This invitation is no longer there',
  goneRemedy:
    'It was used already, taken back, or the link is not whole. Nothing was changed. Check the link, or ask for a new invitation.',
  otherEmail: 'This invitation is for another address',
  otherEmailRemedy: (invited: string, signedIn: string | null) =>
    signedIn === null
      ? `It was sent to ${invited}. Sign in with that address to take it.`
      : `It was sent to ${invited}, and you are signed in as ${signedIn}. Sign in with that address, or ask for an invitation to yours.`,
  refused: 'The service did not take it. Nothing was changed.',
} as const;
