import { describe, expect, it } from 'vitest';
import { isOfAnother, readTopics, topicFit } from '../../../src/domain/ranking/topic-fit.ts';

const fitOf = (question: string, content: string): number => topicFit(readTopics(question), content);
const ofAnother = (question: string, content: string): boolean => isOfAnother(readTopics(question), content);

describe('topics of everyday questions', () => {
  it.each([
    ['where do I live?', 'Our flat is at 14 Carlton Row', "I'm 34 years old"],
    ['我住哪里', '家在杭州滨江', '我老家在四川绵阳'],
    ['住址', '我现在住在杭州', '我的邮箱是a@example.com'],
    ['how old am I?', "I'm 34 years old", 'I wear size 10 shoes'],
    ['我多大了', '我今年三十一岁', '我穿42码的鞋'],
    ['what do I do for a living?', 'I work as a nurse', 'I swim on Tuesdays'],
    ['我是干什么的', '我在上海当护士', '我不吃香菜'],
    ['can I eat prawns?', "I'm allergic to shellfish", 'I cook rice every evening'],
    ['我能吃虾吗', '我对海鲜过敏', '我喜欢爬山'],
    ["what's my number?", 'You can reach me on 07700 900618', 'I have two cats'],
    ['怎么联系我', '打我手机139-0571-2468就行', '我开一辆白色的比亚迪'],
    ['who am I?', 'Most people call me Nate', 'I drive a Yaris'],
    ['我是谁', '我叫陈思远', '我戒酒三年了'],
    ["who's my girlfriend?", 'My partner Elise is a teacher', 'My sister Ada is a teacher'],
  ])('%s', (question, right, wrong) => {
    expect(fitOf(question, right)).toBe(1);
    expect(fitOf(question, wrong)).toBe(0);
  });

  it('takes the share that is told of a question about two things', () => {
    expect(fitOf('what does my wife do for a living?', 'My wife works as a nurse')).toBe(1);
    expect(fitOf('what does my wife do for a living?', 'I work as a nurse')).toBe(0.5);
  });

  it('leaves questions about anything else alone', () => {
    for (const question of [
      'which database do we use',
      'API rate limit',
      '数据库端口是多少',
      '为什么构建失败',
      'how do I get to work?',
      '我怎么去上班',
    ])
      expect(fitOf(question, 'My name is Nate, I work as a nurse and live in Leeds, 我住杭州，工作是护士')).toBe(0);
  });

  it('knows a text about somebody else by its subject, for a question about a person', () => {
    expect(ofAnother('where do I live?', 'My sister Adaeze lives in Lagos')).toBe(true);
    expect(ofAnother('我住哪里', '我弟弟住在深圳')).toBe(true);
    expect(ofAnother('where does my sister live?', 'My sister Adaeze lives in Lagos')).toBe(false);
    expect(ofAnother('who lives in Lagos?', 'My sister Adaeze lives in Lagos')).toBe(false);
    expect(ofAnother('where do I live?', 'I live in Leeds, near my sister')).toBe(false);
    expect(ofAnother('我是谁', '我叫陈思远，朋友都叫我阿远')).toBe(false);
  });

  it.each([
    ['where do I live?', 'My best friend Nuala lives in Boston.'],
    ['how old am I?', 'My older sister is 41 years old.'],
    ["what's my job?", 'My little brother works as a chef in Lyon.'],
    ['what am I allergic to?', 'Our youngest daughter is allergic to peanuts.'],
    ['how old am I?', 'Grace, my sister, is 41 years old.'],
    ['where do I live?', 'Yesterday my sister told me she lives in Rome now.'],
    ['where do I live?', 'My cousin Al lives in Rome.'],
    ['how old am I?', 'My uncle is 70 years old.'],
    ['where do I live?', 'My mother-in-law lives in Cork.'],
    ['我住哪', '我最好的朋友住在波士顿。'],
    ['我多大了', '我的大学同学今年35岁。'],
    ['我在哪工作', '我大学室友在谷歌上班。'],
    ['我做什么工作', '我叔叔是医生。'],
    ['我对什么过敏', '我们家老二对花生过敏。'],
    ['我住哪', '表哥住在苏州。'],
  ])('%s: told of another: %s', (question, content) => {
    expect(ofAnother(question, content)).toBe(true);
  });

  it.each([
    ['where do I live?', 'My flat near my sister is in Leeds.'],
    ['where do I live?', 'I live with my sister in Cork.'],
    ['where do I live?', 'We moved to a farmhouse outside Kilkenny with friends.'],
    ['how old am I?', 'I turned 38 in May, a day after my sister.'],
    ['我住哪', '我和妹妹住在杭州。'],
    ['我住哪', '我住在妹妹家附近。'],
    ['我在哪工作', '我在叔叔的店里上班。'],
    ['我住哪', '去年春天我们搬到了基尔肯尼郊外。'],
  ])('%s: told of oneself: %s', (question, content) => {
    expect(ofAnother(question, content)).toBe(false);
  });
});
