/** What the screen of the organization is called; apart from its other words, which load with it. */
export const ORGANIZATION_PLACE = 'Organization';
