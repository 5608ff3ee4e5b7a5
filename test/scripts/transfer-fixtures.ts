/** Small files of other systems, as their exports are shaped; written by hand for these tests. */

export const MCP_MEMORY = [
  { type: 'entity', name: 'Mina', entityType: 'person', observations: ['Sits at the window', '喜欢靠窗的座位'] },
  { type: 'entity', name: 'Rail_Club', entityType: 'organization', observations: [] },
  { type: 'relation', from: 'Mina', to: 'Rail_Club', relationType: 'is_member_of' },
  { type: 'something_else' },
]
  .map((line) => JSON.stringify(line))
  .join('\n')
  .concat('\nnot json\n');

export const MEM0 = JSON.stringify({
  results: [
    {
      id: '0f3c9a56-93a5-4f2b-8d4e-9f6f2f1f0a01',
      memory: 'Travels to Hamburg on Mondays',
      user_id: 'mina',
      run_id: 'trip-7',
      categories: ['travel'],
      metadata: { confidence: 0.9 },
      created_at: '2026-02-03T09:30:00.123456-08:00',
      updated_at: null,
    },
    { id: '0f3c9a56-93a5-4f2b-8d4e-9f6f2f1f0a02', memory: '不吃辣', created_at: '2026-02-04T00:00:00Z' },
    { id: '0f3c9a56-93a5-4f2b-8d4e-9f6f2f1f0a03', memory: 'No time at all' },
  ],
});

const said = (id: string, parent: string | null, role: string, text: string, more: object = {}) => ({
  id,
  parent,
  children: [],
  message: { id, author: { role }, create_time: 1_767_258_000.5, content: { content_type: 'text', parts: [text] }, metadata: {}, ...more },
});

export const CHATGPT = JSON.stringify([
  {
    id: 'c-1',
    title: 'A trip 旅行',
    create_time: 1_767_258_000,
    current_node: 'n6',
    mapping: {
      root: { id: 'root', parent: null, children: ['n1'], message: null },
      n1: said('n1', 'root', 'system', 'You are helpful'),
      n2: said('n2', 'n1', 'user', 'Book me a window seat'),
      n3: said('n3', 'n2', 'assistant', 'An answer that was thrown away'),
      n4: said('n4', 'n2', 'assistant', 'Seat 12A is booked'),
      n5: said('n5', 'n4', 'tool', 'x', { content: { content_type: 'code', text: 'print()' } }),
      n6: said('n6', 'n5', 'user', '谢谢', { create_time: null }),
    },
  },
  { id: 'c-2', title: '', create_time: 1_767_300_000, current_node: 'lost', mapping: {} },
]);

export const CLAUDE = JSON.stringify([
  {
    uuid: '5b0f6f0e-2d0c-4b58-9d2f-5b5f0a6a0001',
    name: 'Timetable',
    created_at: '2026-03-01T10:00:00.000000Z',
    chat_messages: [
      {
        uuid: 'm-1',
        sender: 'human',
        created_at: '2026-03-01T10:00:01.000000Z',
        text: 'What does the file say?',
        content: [{ type: 'text', text: 'What does the file say?' }],
        attachments: [{ file_name: 'times.txt', extracted_content: '9:15 Hamburg' }],
      },
      {
        uuid: 'm-2',
        sender: 'assistant',
        created_at: '2026-03-01T10:00:05.000000Z',
        text: 'placeholder',
        content: [
          { type: 'thinking', thinking: 'hidden thoughts' },
          { type: 'text', text: 'It leaves at 9:15.' },
        ],
      },
      { uuid: 'm-3', sender: 'assistant', created_at: '2026-03-01T10:00:09.000000Z', text: 'x'.repeat(40_000), content: [] },
      { uuid: 'm-4', sender: 'human', created_at: '2026-03-01T10:00:10.000000Z', text: '', content: [] },
    ],
  },
]);
