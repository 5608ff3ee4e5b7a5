/** The ticket-booking story in one language: what is said, and what must be remembered. */
export interface Play {
  readonly language: string;
  readonly namespace: string;
  readonly preference: string;
  /** Must be part of the hit that the second session finds. */
  readonly preference_mark: string;
  readonly small_talk: readonly string[];
  readonly tool_result: string;
  readonly question: string;
  readonly booking_key: string;
  readonly booking: string;
  readonly corrected_booking: string;
  readonly correction_mark: string;
  readonly forget_query: string;
  readonly forget_mark: string;
  readonly unrelated_question: string;
}

export const PLAYS: readonly Play[] = [
  {
    language: 'English',
    namespace: 'demo/en',
    preference: 'The user confirmed: on flights they always want a window seat, never the aisle.',
    preference_mark: 'window seat',
    small_talk: [
      'The user said the weather in Hangzhou was lovely this morning.',
      'The user joked that the office coffee machine has a mind of its own.',
    ],
    tool_result: 'flight_search returned: MU5104 Beijing to Shanghai, departs 08:00, 12 seats left.',
    question: 'Booking a flight to Shanghai: which seat does the user prefer on flights?',
    booking_key: 'booking.shanghai',
    booking: 'Booked flight MU5104 to Shanghai on 12 December, seat 14F (window).',
    corrected_booking: 'Booked flight MU5104 to Shanghai on 13 December, seat 14F (window).',
    correction_mark: '13 December',
    forget_query: 'office coffee machine',
    forget_mark: 'coffee machine',
    unrelated_question: 'boiling point of tungsten in kelvin',
  },
  {
    language: '中文',
    namespace: 'demo/zh',
    preference: '用户确认：坐飞机一定要靠窗座位，不要过道。',
    preference_mark: '靠窗座位',
    small_talk: ['用户说今天早上杭州的天气真好。', '用户开玩笑说办公室的咖啡机有自己的脾气。'],
    tool_result: '航班查询返回：MU5104 北京到上海，08:00 起飞，余票 12 张。',
    question: '要订去上海的航班，用户坐飞机喜欢什么座位？',
    booking_key: '订票.上海',
    booking: '已预订 12 月 12 日去上海的 MU5104 航班，座位 14F（靠窗）。',
    corrected_booking: '已预订 12 月 13 日去上海的 MU5104 航班，座位 14F（靠窗）。',
    correction_mark: '12 月 13 日',
    forget_query: '办公室的咖啡机',
    forget_mark: '咖啡机',
    unrelated_question: '钨的沸点是多少开尔文',
  },
];
