/** English of general-questions.ts. Each line: a form, and what stands in its place (forms.ts). */
export const ENGLISH_GENERAL = `What is the melting point of a metal?; Which element has the highest density?; How does gravity bend light?; What is the charge of an electron?
How do magnets attract iron?; What is the formula of a chemical compound?; How does an acid react with a base?; Which vitamin do plants produce?
How do cells divide?; What is the function of the liver?; How does a virus infect its host?; Which animal is the fastest on land?
How do whales breathe?; Why do birds migrate?; How do insects see colours?; What do pandas eat in the wild?; How old is the universe?
Which planet is closest to the sun?; How far away is the nearest star?; What causes an eclipse?; How do earthquakes happen?
What is the highest mountain on earth?; How are fossils formed?; Which is the longest river in Africa?; What is the capital city of the country?
Which countries share a border with Germany?; How many people live in India?; What is the currency of Thailand?; Which ocean is the largest?
Who was the king of France?; When did the second world war end?; What started the industrial revolution?; Who built the pyramids of Egypt?
Which empire conquered Persia?; When was the constitution written?; Who was the first president of the United States?
What is the role of the parliament?; How does a bill become a law?; What is inflation in economics?; How does the stock market work?
Which company produces the most steel?; Who won the Olympic gold medal?; How many players are on a basketball team?; What are the rules of tennis?
Who holds the world record in swimming?; Who composed the ninth symphony?; How is a violin made?; Who painted the Mona Lisa?
Which architect designed the cathedral?; Who wrote the play about Hamlet?; What is the plot of the famous novel?; Which film won the academy award?
What is the origin of Buddhism?; What did the Greek philosopher teach?; Translate this sentence into Latin
How many letters are in the Russian alphabet?; What does this proverb mean?; What is the derivative of a function?; How do you prove the theorem?
What is the area of a circle?; How is a prime number defined?; How does a computer processor execute instructions?; What is a sorting algorithm?
How does encryption protect data?; How does a diesel engine work?; How do airplanes stay in the air?; How are bridges built?
How does a refrigerator cool things?; How is electricity produced from wind?; How is glass manufactured?; How is cheese made?
What is the recipe for a traditional dish?; How do you bake sourdough bread?; How do you sew a button?; How do you carve wood?
How do you tie a sailor's knot?; How do you play chess openings?; How is the weather forecast made?; What causes a hurricane?; How do farmers grow rice?
How do you repair a bicycle chain?; Which weapon did the knights use?; How does a submarine dive?; When was the telephone invented?
Who discovered America?; What is the chemical composition of air?; How do antibiotics kill bacteria?; Which gland produces insulin?
How many teeth does an adult have?; What is the speed of sound?; How does a laser work?; What is relativity?; How do plants make oxygen?
How do spiders spin webs?; Which fish live in the deep sea?; How do you catch a fish?; What is the tallest building in the world?
Which ship sank in the Atlantic?; How are diamonds formed?; What is the main export of Chile?
What is {}? | osmosis; a supernova; socialism; hypothermia; an isotope; plasma; baroque music; the Renaissance; a virus; an ecosystem; capitalism
What is {}? | a logarithm; a compiler; an operating system; machine learning; an API; a firewall; a subpoena; a tax treaty; a pension fund
What is {}? | the stock exchange; a semicolon; a metaphor; a haiku; tofu; a soufflé; a marsupial; the equator; the Ice Age; nuclear fusion
What is {}? | a vaccine trial; hemoglobin; an earthquake fault; yoga philosophy; a fugue; cubism; the Torah; a samurai; a parliament; the Cold War
How does {} work? | a battery; a nuclear reactor; radar; a vending machine; the immune system; a parachute; an escalator; a helicopter; blockchain
How does {} work? | a search engine; a telescope; a thermostat; the digestive system; photosynthesis in algae; a sewing machine; a lottery
How does {} work? | the jury system; a credit card; cloud computing; virtual memory; a hydraulic press; a dishwasher
Explain {} | the theory of evolution; general relativity; the water cycle; how the eye sees; object-oriented programming; the Doppler effect
Explain {} | supply chains; game theory; the Cuban missile crisis; photosynthesis; neural networks; the rules of rugby
What is the difference between {}? | a virus and a bacterium; weather and climate; a lawyer and a barrister; Java and JavaScript
What is the difference between {}? | a comet and an asteroid; jam and marmalade; a rabbit and a hare; RAM and ROM; socialism and communism
What is the difference between {}? | a stack and a queue; an alloy and a compound
Who was {}? | Napoleon; Queen Victoria; Marie Curie; Socrates; Julius Caesar; Mozart; Gandhi; Martin Luther King; Alexander the Great; Isaac Newton
Who was {}? | Nelson Mandela; Leonardo da Vinci
Who {}? | wrote Don Quixote; painted the Sistine Chapel; invented the telephone; discovered penicillin; won the Super Bowl last year
Who {}? | is the king of Sweden; is the president of France; founded Amazon; sings Bohemian Rhapsody; directed Titanic; plays James Bond
Who {}? | is the prime minister of India; won the Nobel Prize in physics
When {}? | did the Titanic sink; was the Declaration of Independence signed; did dinosaurs become extinct; was Shakespeare born; did the Vietnam War end
When {}? | was the internet invented; is the next solar eclipse; did the Soviet Union collapse
Where is {}? | the Great Barrier Reef; Machu Picchu; Mount Kilimanjaro; the Louvre; Lake Baikal; Patagonia
Why {}? | do onions make you cry; does the moon have phases; do we yawn; is the sea salty; do dogs wag their tails; did the Roman Empire decline
Why {}? | do metals conduct electricity; is Pluto not a planet
How many {}? | planets are in the solar system; players are on a soccer team; continents are there; states are in the USA; bytes are in a megabyte
How many {}? | legs does a spider have; calories are in a banana; grams are in a kilogram; hours are in a week
How {}? | tall is the Eiffel Tower; deep is the Pacific Ocean; hot is the sun; old is the earth; big is Greenland; fast does light travel
How {}? | heavy is an elephant; long do parrots live; far is Mars
What is the {}? | capital of Peru; capital of Norway; population of Egypt; currency of Poland; largest lake in Europe; melting point of iron
What is the {}? | chemical symbol for silver; national anthem of Canada; official language of Iran; highest waterfall in the world
What is the {}? | boiling point of ethanol; density of lead
How do you make {}? | lasagna; sushi rice; apple pie; mayonnaise; pickles; beef stew; French toast; soap; candles; an omelette; chocolate mousse
How do you make {}? | ramen broth
How long do you {}? | boil potatoes; bake a lasagna; grill a steak; soak chickpeas
How do I {}? | parse JSON in Python; declare an array in Java; merge two branches in git; write a for loop in Rust; fix a null pointer exception
How do I {}? | install Docker on Ubuntu; query a database with SQL; make an HTTP request in Go; use async and await; remove duplicates from a list
How do I {}? | remove a stain from a shirt; fix a leaking tap; change the oil in a car; grow tomatoes from seed; tie a necktie
How do I {}? | solve a quadratic equation; play the guitar chords; train for a triathlon; file for bankruptcy; register a trademark; get rid of ants
How do I {}? | iron a shirt; paint a wall; meditate; whistle
Translate {} | thank you into Russian; I love you into Italian; this sentence to Portuguese; the word water into Arabic; good night to Hindi
Translate {} | how are you into Chinese
How do you say {}? | please in Turkish; cheers in Polish; hello in Greek; yes in Finnish; friend in Latin
Write {} | a poem about spring; a short story about a robot; a song about love; an essay about climate change; a function that sorts numbers
Write {} | a SQL query that counts rows; a speech for a wedding; a haiku about snow; a bedtime story; a slogan for a bakery; a letter of complaint
Write {} | a Python script that renames files; a rap about pizza; an email asking for a refund
Tell me a joke; Tell me a fun fact; Give me ten ideas for a party game; Suggest names for a bakery; List the planets in order
Summarize the plot of Hamlet; Define entropy; Name three kinds of cheese; Compare Buddhism and Hinduism; Compare iron and copper
Proofread this paragraph; Correct the grammar of this sentence; Recommend a good book about physics; Describe the life cycle of a butterfly
Prove that the square root of two is irrational; Roll a dice; Sing me a song
What is {}? | 12 plus 30; 7 times 8; 144 divided by 12; 20 percent of 50; 2 to the power of 10; the square root of 81; 1000 minus 357
What is {}? | the integral of x squared; the cube of 5; one third of 90
Convert {} | 10 kilometers to miles; 50 pounds to kilograms; 3 feet to centimeters; 20 Celsius to Fahrenheit; dollars to euros; 2 hours to seconds
Solve 3x plus 4 equals 10; Simplify the fraction 18 over 24; Calculate the area of a triangle; Is 97 a prime number?; Factor the polynomial
What does {} mean? | ubiquitous; the idiom kick the bucket; RSVP; the phrase alma mater; the acronym NASA; a red traffic light
What does {} mean? | the proverb a stitch in time
synonym of big; antonym of cheap; past participle of write; plural of mouse; rhymes with orange; spelling of necessary; opposite of ancient
What are the {}? | symptoms of influenza; causes of the Civil War; rules of badminton; side effects of aspirin; primary colours
What are the {}? | ingredients of guacamole; benefits of green tea; layers of the atmosphere; parts of a flower; signs of a stroke; stages of grief
What are the {}? | elements of a contract; moons of Jupiter
What do {}? | giraffes eat; kidneys do; white blood cells do; economists mean by elasticity; hedgehogs eat; judges wear
Which {}? | country has the most people; animal lives the longest; planet has rings; metal is liquid; vitamin is in oranges; team won the World Series
Which {}? | bird cannot fly; gas do we breathe
treatment of pneumonia; cure for hiccups; how is diabetes diagnosed; how to treat a burn; is it legal to record a phone call; penalty for perjury
how is bread made; how are tires made; how is oil refined; how is silk produced; can penguins fly; are tomatoes a fruit; is glass a liquid
do fish sleep; does sound travel in space
nitrogen atomic mass; roman empire map; eiffel tower height; python list comprehension; world war two casualties; quadratic formula; penguin habitat
chess opening theory; moon landing year; carbonara recipe; jupiter moons; french revolution; http status codes; linear regression; bitcoin price
olympic records; dna structure; plate tectonics; kangaroo; shakespeare sonnets; human anatomy; chinese dynasties; income tax law
soccer world cup winners; guitar tuning; weather tomorrow; news today; stock price of Apple
Who is {}? | Tom Cruise's wife; Rihanna; the mayor of London; the husband of Queen Elizabeth; the coach of Real Madrid; the author of Dune
Who is {}? | the president of Argentina; the youngest Nobel laureate; the god of thunder
How rich is Jeff Bezos?; How many children does Angelina Jolie have?; How old was Mozart when he died?; Where was Picasso born?
What is Adele's most famous song?; Which films did Hitchcock make?; What nationality is Roger Federer?
Can a tenant sublet an apartment?; Can an employer read private emails?; What is the punishment for theft?; How is property divided in a divorce?
What is the legal drinking age in Germany?; How do I write a will?; What is bail?; Do I need a lawyer for a traffic ticket?
How long does copyright last?; What is a class action lawsuit?; Is gambling legal in Nevada?
What is {}? | a semaphore; a mutex; a primary key; a race condition; polymorphism; a closure in JavaScript; a REST API; a load balancer
What is {}? | a virtual machine; an index in SQL; a lambda function; a binary tree; a deadlock; a message broker; a container image; multithreading
What is {}? | functional programming; an abstract class; DNS; an IP address; a subnet mask; a memory allocator; SSL; caching
How does a compiler work?; Difference between SQL and NoSQL; Difference between GET and POST; Compare React and Angular; Compare Python and Ruby
How do I exit vim?; How do I rebase a branch?; How do I read a file in C++?; Why is my loop infinite?; What is Terraform used for?
What is Redis good for?; How to debug a core dump; regex for phone numbers; how do pointers work; what is an integer overflow; explain quicksort
explain the CAP theorem; write a unit test in Java; implement a queue with two stacks
Which language do people speak in Austria?; How many languages are spoken in Switzerland?; Is Mandarin hard to learn?; What alphabet does Greek use?
How do you conjugate the verb ser?; How do you write the number eight in Chinese?; What is the longest word in German?; Translate the menu into Thai
Say good evening in Dutch; how to pronounce queue; spell bureaucracy; grammar of the passive voice
Suggest a name for a puppy; Give me a list of boys' names; Give me a quiz about geography; Recommend a movie; Recommend a novel by a Russian author
What should I name a boat?; Plan a trip to Iceland; Give me a workout for beginners; Make a crossword puzzle; Create a logo; Give me a tongue twister
Generate a random password; Write a resume for a teacher; Draft a press release; Make up a story about a wizard; Paraphrase this text; Describe a sunset
Debate the death penalty
How do you tie {}? | a clove hitch; shoelaces; a bow
What are the symptoms of chickenpox?; What causes high blood pressure?; How is cholera spread?; What is the incubation period of mumps?
What does the pancreas do?; Is a fever dangerous?; What is an MRI?; How much water should people drink?; What is the heart rate of a mouse?
Which foods contain iron?; How do painkillers work?; What is keto?; How do bees communicate?; Why do leaves fall?; When do cherry trees blossom?
How do I propagate succulents?; How deep do roots grow?; How do you train a parrot?; How long are elephants pregnant?
How do you cook rice?; How much salt goes in bread dough?; What temperature should pork reach?; What is umami?; Can you freeze yogurt?
What goes in a Caesar salad?; How do you whip cream?; What wine goes with fish?; how to sharpen a knife; substitute for buttermilk
What is a recession?; What is the Federal Reserve?; How do tariffs work?; What is a dividend?; What is opportunity cost?; Who sets the minimum wage?
What is a bond yield?; What is a startup unicorn?; What is the trade deficit?; How does the lottery tax work?
What is the mean of 3, 5 and 10?; What is 5 factorial?; How many degrees are in a triangle?; What is the slope of a line?; What is a vector space?
How many minutes are in a day?; How many feet are in a mile?; What is pi?; What is 9 squared?; What is half of 84?; How do you calculate the mean?
What are imaginary numbers?
What is the Magna Graecia?; What was the Black Death?; Who fought in the Crimean War?; What was the Treaty of Versailles?
Who was the first woman to win a Nobel Prize?; What is the UNESCO?; What does the European Commission do?; How is the pope elected?; What is Diwali?
What is Hanukkah?; Who was Thor?; What is Taoism?; What is existentialism?; What is utilitarianism?; What is surrealism?; What is an oxymoron?
Who wrote Les Misérables?; What instrument did Chopin play?; How many keys does a piano have?; What is a samba?
How does a car engine start?; How does a lighthouse work?; How does a zipper work?; How do cameras focus?; What is a semiconductor?; What is torque?
How do rockets land?; How is aluminium made?; How do you remove mold?; How do you unclog a sink?; How to patch drywall; How to jump start a car
how to crochet; rules of dominoes; how to play blackjack; how does castling work; how is curling scored; how long is a hockey game
what is a birdie in golf
What is the {} in the world? | largest country; smallest bird; oldest city; coldest place; richest city; longest bridge; most spoken language; biggest stadium
population of {} | Kenya; Mexico City; Vietnam; the Netherlands; Ohio
Which languages are spoken in {}? | Belgium; Morocco; Singapore; Peru
Who is {} married to? | George Clooney; Victoria Beckham; the king of Spain
What happened {}? | at the battle of Waterloo; in the year 1066; during the Great Depression; at Pearl Harbor; on the day of the moon landing
When was {}? | the Bill of Rights signed; the first Olympics held; the Great Wall built; the euro introduced; paper invented
What is the {} dilemma? | prisoner's; hedgehog's
signs and treatment of {} | rubella; tetanus; scarlet fever; asthma; anaemia
What are the symptoms of {}? | rubella; diabetes; appendicitis; malaria; food poisoning
waffle dough ratio; brine for turkey; risotto stirring; wasps nest; mount fuji altitude; ants sugar; amazon length; python decorators; git rebase conflict; css flexbox
Can a landlord raise the rent at any time?; Can a company fire an employee without reason?; Can you sue a neighbour?; Who inherits when there is no will?
How do I {} in CSS? | centre text; make a grid; change the font`;
