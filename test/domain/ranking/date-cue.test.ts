import { describe, expect, it } from 'vitest';
import { dateFit, readDateCues } from '../../../src/domain/ranking/date-cue.ts';

/** A Wednesday. */
const NOW = Date.UTC(2026, 4, 20, 12);
const at = (iso: string) => Date.parse(`${iso}T10:00:00Z`);
const fits = (question: string, iso: string) => dateFit(readDateCues(question, NOW), at(iso));

describe('dates that a question names', () => {
  it.each([
    ['What did we decide on 3 June, 2023?', '2023-06-03', '2023-06-20'],
    ['What happened on May 23rd, 2023', '2023-05-23', '2023-05-22'],
    ['the visit of 2023-05-23', '2023-05-23', '2023-05-22'],
    ['What did Nate share in November 2022?', '2022-11-30', '2022-10-31'],
    ['Where did they go in May?', '2021-05-09', '2021-06-09'],
    ['What changed in 2022?', '2022-12-31', '2021-12-31'],
    ['what did I do yesterday', '2026-05-19', '2026-05-18'],
    ['what did I eat the day before yesterday', '2026-05-18', '2026-05-20'],
    ['who called last week', '2026-05-11', '2026-05-10'],
    ['what happened last weekend', '2026-05-16', '2026-05-15'],
    ['bills of last month', '2026-04-02', '2026-03-31'],
    ['what did we plan two weeks ago', '2026-05-06', '2026-04-30'],
    ['the trip of three years ago', '2023-07-01', '2022-07-01'],
    ['who came last friday', '2026-05-15', '2026-05-14'],
    ['去年我去了哪里', '2025-08-01', '2024-08-01'],
    ['上周开了什么会', '2026-05-12', '2026-05-09'],
    ['昨天吃了什么', '2026-05-19', '2026-05-17'],
    ['三天前谁打过电话', '2026-05-17', '2026-05-16'],
    ['上个月的账单', '2026-04-10', '2026-03-10'],
    ['2023年5月8日的会议', '2023-05-08', '2023-05-06'],
    ['5月8日发生了什么', '2020-05-08', '2020-05-09'],
    ['2024年3月买了什么', '2024-03-31', '2024-02-28'],
    ['上周三做了什么', '2026-05-13', '2026-05-12'],
    ['六月我签了什么', '2023-06-20', '2023-07-01'],
    ['十一月的旅行', '2022-11-02', '2022-01-02'],
    ['六月三号去了哪里', '2025-06-03', '2025-06-04'],
    ['二十三号是我生日，五月二十三日', '2025-05-23', '2025-05-03'],
    ['去年十一月买了什么', '2025-11-30', '2025-10-31'],
    ['去年11月买了什么', '2025-11-30', '2024-11-30'],
  ])('%s', (question, inside, outside) => {
    expect(fits(question, inside)).toBe(1);
    expect(fits(question, outside)).toBe(0);
  });

  it('lets what was told shortly after fit by half', () => {
    expect(fits('What did we decide on 3 June, 2023?', '2023-06-04')).toBe(0.5);
    expect(fits('What did Nate share in November 2022?', '2022-12-05')).toBe(0.5);
  });

  it.each([
    'may I open the window',
    'sat in the sun',
    'wait a second',
    'march on',
    'what is the port 2023',
    '31 April was no day',
    '第三天',
    '我家在八月街',
  ])('reads no date into “%s”', (question) => expect(readDateCues(question, NOW)).toEqual([]));
});
