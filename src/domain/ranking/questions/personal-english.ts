/** English of personal-questions.ts. Each line: a form, and what stands in its place (forms.ts). */
export const ENGLISH_PERSONAL = `What does the user like?; What does the user prefer for breakfast?; Where does she live?; What is his job?; Who is her manager?; When is their birthday?
What is the name of my dog?; Which city do they come from?; How does he travel to work?; What should I remember about the user?
What did we decide about the project?; When is the deadline for our release?; Which server does the team use?; What did the customer ask for?
How much money can we spend?; Is she allergic to anything?; What are his hobbies?; Which language are they learning?; Who are the members of her family?
What did I say last week?; What are the plans for the weekend?; Which problems did they have recently?; When did she start the new job?
How should I contact him?; What kind of car does my brother drive?
What is my {}? | name; birthday; address; phone number; email address; job; employer; salary; boss; wife's job; children; pets; dog; car; hobbies
What is my {}? | allergies; medication; diet; favourite food; favourite colour; favourite film; doctor's name; next appointment; flight seat
What is my {}? | travel plans; shoe size; rent; landlord; hometown; university degree; sleep schedule; exercise routine; blood group; insurance
What is my {}? | savings goal; wedding anniversary; fears; coffee order; mother tongue; laptop; working hours; home town; weekend plans
my {} | name; birthday; address; phone number; email address; job; employer; salary; boss; wife's job; children; pets; dog; car; hobbies; allergies
my {} | medication; diet; favourite food; favourite colour; favourite film; doctor's name; next appointment; flight seat; travel plans; shoe size; rent
my {} | landlord; hometown; university degree; sleep schedule; exercise routine; blood group; insurance; savings goal; wedding anniversary; fears
my {} | coffee order; mother tongue; laptop; working hours; home town; weekend plans
What is the user's {}? | name; birthday; address; phone number; email address; job; employer; salary; boss; wife's job; children; pets; dog; car
What is the user's {}? | hobbies; allergies; medication; diet; favourite food; favourite colour; favourite film; doctor's name; next appointment
What is the user's {}? | flight seat; travel plans; shoe size; rent; landlord; hometown; university degree; sleep schedule; exercise routine
What is the user's {}? | blood group; insurance; savings goal; wedding anniversary; fears; coffee order; mother tongue; laptop; working hours; home town
What is the user's {}? | weekend plans
dentist appointment; food allergy; cat's name; brother's wedding; mother's illness; kids' school; flat rent; favourite restaurant; spare key; gym days
shoe size; passport expiry; visa; hotel preference; seat preference; birthday present; anniversary; smoking; pain; phone; bike; holiday; garden
marathon; music lessons; monthly budget; overdue invoice; team lead; staging server; nightly backup; deploy days; rate limit; standup time; code review
office; commute; dislikes; how to address me; food; drink; sport; family; sister; neighbour; work; home; school; health
What is our {}? | deadline; meeting schedule; project budget; database; port; code style; package manager; deployment schedule; release date
What is our {}? | open ticket; customer's request; team members; manager; decision about the architecture; naming convention; test framework
What is our {}? | on-call rota; server; branch; owner of the service; error we had last week; log retention; feature flags
our {} | deadline; meeting schedule; project budget; database; port; code style; package manager; deployment schedule; release date; open ticket
our {} | customer's request; team members; manager; decision about the architecture; naming convention; test framework; on-call rota; server; branch
our {} | owner of the service; error we had last week; log retention; feature flags
which {} do we use | database; editor; framework; cloud; language; library; queue
Where do I live?; Where does she work?; Who is my doctor?; When is her birthday?; How do I get to work?; What do I like to eat?; Does he drink alcohol?
Can I eat nuts?; Do I have any pets?; What did I buy last month?; Where did we go on holiday?; When do I wake up?; Why can't she sleep?
Who did I meet on Friday?; What do I owe?; Which languages do I speak?; What instrument does he play?; How old are my kids?; Where do my parents live?
What did the doctor tell me?; How does he want his reports?; When should I not be disturbed?; Am I married?; what am I learning
what are they saving for; Which sports does the user do?; who pays for it; what did they complain about; Who is on call this week?
Why did the build fail?; Who owns the search service?; When do we deploy?; Where are the secrets stored?; Why did we choose Postgres?
What did we agree with the client?; how do we name branches; What does the customer want?; What should you never do when editing the code?
How should you answer me?; what kind of tone do I want; Who is coming to the party?; What did Anna say about the move?; When did Tom start his new job?
What does Maria do to relax?; How did Sam feel after the race?; What did Lisa give her mother?; Where did Ben go camping?
What is John's plan for the summer?; Why was Kate upset?; How long has Paul been painting?; What pets does Emma have?
What are Peter's kids interested in?; Which book did Julia recommend?; When did Mike and his wife get married?; What does Laura think about adoption?
cache expiry in our service; session timeout we agreed on; where do our tests run; may I phone the client; does she want to be called
collections and pastimes; what should I avoid when booking; what to cook for them tonight; what can't he eat; rules for merging code here
how long do we keep backups; who approves my changes; things to avoid in the repo; port of the local server; what keeps me up at night
which of my friends moved away; what did my boss ask for; which of my bills are unpaid; how far along is our project; my daughter's teacher
my son's hobbies; my wife's favourite flower; the dog's vet; our kitchen renovation; my bike repair; what time do I get home
when does my passport run out; what is wrong with my knee; who gave me the book; what am I reading; which shows do I watch; what's my seat number
how do I take my coffee; which gym do I go to; what did we name the cat; things that make me anxious; where did I put the spare key
who is looking after the cats; what is the user's timezone; does the user have siblings; tell me about the user; what do you know about me
what did I tell you about my trip; remind me what I said about the car; what did Sara promise; what is Jonas working on; why did we drop Kafka
why do we avoid that file; what broke in production last week; which feature did the customer ask for; what is blocked; what's next for the team
how should answers look; answer style; should I call or write to him; may we phone him; token expiry in our auth service; how do I like my steak; what do I do after work; who do I live with; who lives with me
What does {} do for a living? | my father; my wife; her brother; Anna; his friend
When is {}? | my exam; our next release; her flight; the party; my shift; our anniversary; the move
What are {} plans? | my summer; her; Tom's; our
How is {}? | my mother; her knee; the renovation going; my dad doing; the puppy
loyalty programme we planned; our supplier; our biggest client; which shop makes losses; the twins; my thesis; my internship; my grandmother; my roommate; what did I lose; my band; my plants; my shift; owed money; fears and worries
my editor theme; preferred browser; keyboard layout; notification settings; which terminal do I use; how is my monitor set up`;
