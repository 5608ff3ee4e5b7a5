import { describe, expect, it } from 'vitest';
import { dominantScript, languageOf } from '../../../src/domain/text/script.ts';

describe('languageOf', () => {
  it.each([
    ['User prefers a window seat.', 'en'],
    ['Deploy', 'en'],
    ['用户喜欢靠窗的座位', 'zh'],
    ['用戶喜歡靠窗的座位', 'zh'],
    ['后端用的是 Java，前端用 Vue。', 'zh'],
    ['窓側の席が好きです', 'ja'],
    ['リンゴ', 'ja'],
    ['東京へ行く', 'ja'],
    ['창가 좌석을 선호합니다', 'other'],
    ['Предпочитает место у окна', 'other'],
    ['El usuario prefiere los asientos de la ventana', 'other'],
    ['Der Nutzer sitzt nicht gern auf dem Gang', 'other'],
    ["L'utilisateur est dans le train avec une amie", 'other'],
    ['12345', 'other'],
    ['', 'other'],
    ['ผู้ใช้ชอบที่นั่งริมหน้าต่าง', 'other'],
  ])('%s is %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});

describe('dominantScript', () => {
  it.each([
    ['tea', 'latin'],
    ['喝茶', 'han'],
    ['コーヒー', 'kana'],
    ['чай', 'other'],
    ['喝一杯 coffee 再走吧', 'han'],
    ['The word 茶 is Chinese for tea', 'latin'],
  ])('%s is %s', (text, script) => {
    expect(dominantScript(text)).toBe(script);
  });
});
