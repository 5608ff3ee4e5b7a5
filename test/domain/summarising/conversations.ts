/** Two conversations of the kind an agent has, written for these tests: a few facts that matter among talk that does not. */
export interface Said {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly importance: number;
}

const user = (content: string): Said => ({ role: 'user', content, importance: 1 });
const agent = (content: string): Said => ({ role: 'assistant', content, importance: 0.6 });
const tool = (content: string): Said => ({ role: 'tool', content, importance: 0.4 });

export const ENGLISH_TRIP: readonly Said[] = [
  user('Hi there! How are you doing today?'),
  agent("Hello! I'm doing well, thank you for asking. What can I help you with today?"),
  user("I'm planning a trip to Lisbon with my sister and I could use a hand with the arrangements."),
  agent('Lisbon is a lovely choice at any time of the year. Do you already have some dates in mind for the trip?'),
  user('We want to fly on the 14th of May and come back on the 21st. It is our first holiday together in six years.'),
  agent('That sounds wonderful. Six years is a long time, so let us make sure that it becomes a good one for both of you.'),
  user('Before I forget: I am allergic to shellfish, so please never book a seafood restaurant for us.'),
  agent('Understood, that is good to know.'),
  user('My sister prefers an aisle seat because of her knee, and I do not mind where I sit.'),
  agent('Okay, noted.'),
  tool('search_flights: 23 results between 118 and 342 euros, cheapest TP1234 with one stop in Porto'),
  agent('Let me think about which of these would be the best for you. Some of them have a rather long stop on the way.'),
  user('Haha, the last time I had a stop in Porto I almost missed my connection because of the pastry shop.'),
  agent('That happens to the best of us! The pastries there have quite a reputation, after all.'),
  user('The budget for both flights together is at most 600 euros, bags included.'),
  agent('Sure thing.'),
  tool('hold_fare: error 409, fare class no longer available for TP1234'),
  agent('The fare that I tried to hold has failed, so I am looking for another one. One moment, please.'),
  user('No worries, take your time. I am having a cup of coffee in the meantime anyway.'),
  agent('Thank you for your patience, it will not be much longer now.'),
  agent('I found a direct flight, TP552, for 284 euros each with one bag. It leaves at ten past nine in the morning.'),
  user('Great, we agreed to take TP552 then. Please go ahead and confirm it.'),
  agent('Perfect.'),
  user('Oh wow, that was quick! You are really good at this kind of thing.'),
  agent("Haha, thanks! It's always nice to hear that from somebody who travels so much."),
  user('Actually, we have to come back on the 22nd instead of the 21st, because my sister has a concert that evening.'),
  agent('I see. The return on the 22nd is available as well, and the price stays the same as before.'),
  user('Good. By the way, is the weather nice in May? I never know what to pack for places near the sea.'),
  agent('It is usually sunny and mild, with cool evenings near the river. A light jacket is a good idea for the boat rides.'),
  user('Nice, I love boat rides. When I was little, my grandfather used to take us out on the lake every summer.'),
  agent('What a lovely memory! There are several boat tours on the river that leave right from the old town.'),
  user("Let's not decide on a tour now. I still need to ask my sister what she thinks about it."),
  agent('Of course, there is plenty of time for that. Is there anything else I can do for you at the moment?'),
  user('Yes: the hotel still has to be booked by Friday, near a metro station, with two separate beds.'),
  agent('Got it.'),
  user('I think that is all for now. My battery is almost empty and the train is about to go into the tunnel.'),
  agent('Then I will not keep you any longer. Have a safe ride home and say hello to your sister.'),
  user('Thanks a lot, you have been really helpful today!'),
  agent("You're welcome! It was a pleasure to plan this with you."),
  user('Bye, talk to you soon!'),
];

export const CHINESE_RELEASE: readonly Said[] = [
  user('你好呀，早上好！'),
  agent('早上好！今天有什么可以帮你的吗？'),
  user('我们来过一遍这次发布的事情吧，昨天聊到一半就被叫去开会了，后面的内容我都没有听到。'),
  agent('好的，没问题，我们可以从头开始慢慢梳理一遍，时间还很充裕。'),
  user('首先，生产环境的连接超时必须设为90秒，之前那个30秒不要再用了。'),
  agent('好的，收到。'),
  user('今天外面下了好大的雨，我过来的时候鞋子全湿了，还好办公室里放了一双备用的拖鞋。'),
  agent('哈哈，下雨天确实不太方便，记得把鞋子晾干，免得明天早上穿的时候不舒服。'),
  tool('部署日志：第三步执行失败，磁盘空间不足，已经自动回滚到 v2.8.1'),
  agent('让我想想这个问题出在哪里，可能是缓存目录没有清理干净，也可能是日志太多了。'),
  user('嗯嗯。'),
  agent('我看看监控上面的曲线，昨天晚上的时候好像有一个比较明显的尖峰，稍等一下。'),
  user('不急，你慢慢看，我先去倒一杯咖啡，这两天睡得有点少，下午总是犯困。'),
  agent('好的，你先休息一下，有结果了我马上告诉你。'),
  agent('查到了，是临时目录里堆了很多没有用的安装包，把整个分区都占满了。'),
  user('我们决定把发布时间推迟到下周三晚上十点，由王芳负责值班。'),
  agent('明白了。'),
  user('对了，昨天晚上的那场球赛你看了吗？最后一分钟居然还能被追平，真的是太可惜了。'),
  agent('哈哈，我没有看比赛，不过听起来确实很精彩，下次有机会可以一起聊聊。'),
  user('李雷还没有提交数据库迁移脚本，周一之前需要提醒他。'),
  agent('好的，没问题。'),
  user('我个人喜欢简短的日报，不要超过五行，也不要放图表。'),
  agent('可以。'),
  user('谢谢，你真是帮了大忙，回头我请大家一起喝奶茶吧。'),
  agent('不客气，这都是应该做的，希望这次发布一切顺利。'),
  user('那就先这样吧，我要去赶地铁了，晚高峰的时候人实在是太多了。'),
  agent('路上小心，再见！'),
  user('再见，明天见！'),
];
