/** What an index far from the records leaves to its readers, who check every hit (`CandidateSource.gather`). */
export const RECORDS_ELSEWHERE = [
  {
    reason: 'the record decides, in gather',
    tests: ['what the view hides and tags that are not asked for take no place', 'a vector without a record is no hit'],
  },
];
