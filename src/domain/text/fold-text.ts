/** Text as it counts for identity: NFC, runs of white space as one space, none outside. Case and punctuation count. */
export const foldForIdentity = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
