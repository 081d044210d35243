package server

import (
	"fmt"

	"omerta/mafia"
)

// told is what a problem says and what to do about it.
type told struct{ text, hint Text }

// problems is every kind of problem that is not the referee's.
var problems = map[string]told{
	"not-found":    {Text{"Такой страницы нет.", "There is no such page."}, Text{"Вернитесь на главную страницу.", "Go back to the main page."}},
	"no-table":     {Text{"Такого стола нет: возможно, он удалён.", "There is no such table; it may have been deleted."}, Text{"Выберите стол в списке.", "Choose a table from the list."}},
	"no-person":    {Text{"Такого человека в списке нет.", "There is no such person in the list."}, Text{"Обновите список людей.", "Reload the list of people."}},
	"wrong-key":    {Text{"Эта ссылка ведущего не подходит.", "This host's link does not fit."}, Text{"Откройте ссылку, которую напечатала программа при запуске.", "Open the link that the program printed when it started."}},
	"no-session":   {Text{"Это устройство не открывало ссылку ведущего.", "This device has not opened the host's link."}, Text{"Откройте ссылку, которую напечатала программа при запуске.", "Open the link that the program printed when it started."}},
	"deals":        {Text{"Карты раздают слишком часто.", "Cards are dealt too often."}, Text{"Ваше согласие учтено. Через две минуты откажитесь и согласитесь ещё раз.", "Your consent is kept. In two minutes take it back and agree once more."}},
	"too-many":     {Text{"Слишком много запросов подряд.", "Too many requests in a row."}, Text{"Подождите немного и повторите.", "Wait a moment and try again."}},
	"wrong-host":   {Text{"Под этим именем программа не отвечает.", "The program does not answer under this name."}, Text{"Откройте напечатанный адрес или добавьте имя ключом --host.", "Open the printed address, or add the name with --host."}},
	"no-header":    {Text{"Запрос пришёл не со страницы программы.", "The request did not come from the program's page."}, Text{"Передайте заголовок X-Omerta: 1.", "Send the header X-Omerta: 1."}},
	"cross-origin": {Text{"Запрос пришёл с чужой страницы.", "The request came from another site's page."}, Text{"Откройте страницу по адресу программы.", "Open the page at the program's own address."}},
	"fault":        {Text{"Ошибка в программе. Ничего не изменилось.", "An error in the program. Nothing has changed."}, Text{"Повторите; если ошибка останется, перезапустите программу: журнал цел.", "Try again; if it stays, restart the program: the journal is intact."}},
	"frozen":       {Text{"Стол остановлен из-за ошибки в программе. Журнал цел, другие столы работают.", "The table is frozen by an error in the program. Its journal is intact, other tables play on."}, Text{"Перезапустите программу: стол откроется на последнем принятом действии.", "Restart the program: the table opens at the last accepted step."}},
	"unavailable":  {Text{"Запись на диск сейчас невозможна. Ничего не изменилось.", "Nothing can be written to the disk now. Nothing has changed."}, Text{"Проверьте место на диске и повторите.", "Check the space on the disk and try again."}},
	"moved":        {Text{"Файл с журналом перенесён или удалён, пока программа работала. Новые действия не записываются.", "The journal's file was moved or deleted while the program was running. Nothing new is written down."}, Text{"Верните файл на прежнее место и повторите: последние действия лежат там же, в файле с окончанием -wal. Если файл удалён, сначала скачайте записи игр, не останавливая программу.", "Bring the file back to its old place and try again: the last actions lie there too, in the file that ends in -wal. If it was deleted, download the records of the games first, while the program runs."}},
	"damaged":      {Text{"Журнал этого стола повреждён, продолжить игру нельзя. Другие столы работают.", "The journal of this table is damaged; the game cannot go on. Other tables play on."}, Text{"Скачайте запись игры: в неё войдёт всё до последней целой отметки. Затем раздайте за новым столом или вернитесь к копии файла.", "Download the record of the game: it holds everything up to the last sound entry. Then deal at a new table, or go back to a backup of the file."}},
	"newer":        {Text{"Этот стол записан более новой версией программы.", "This table was written by a newer version of the program."}, Text{"Откройте его той версией.", "Open it with that version."}},
	"too-long":     {Text{"Игра слишком длинна для одной записи журнала. Ничего не изменилось.", "The game is too long for one entry of the journal. Nothing has changed."}, Text{"Сократите запись игры; вместо вставки отмените последние шаги и введите их заново.", "Shorten the record of the game; instead of putting an action in, take the last steps back and enter them anew."}},
	"reason":       {Text{"Причина слишком длинна.", "The reason is too long."}, Text{"Введите не более 200 знаков.", "Enter at most 200 characters."}},
	"not-json":     {Text{"Тело запроса должно быть в JSON.", "The body must be JSON."}, Text{"Передайте заголовок Content-Type: application/json.", "Send the header Content-Type: application/json."}},
	"too-large":    {Text{"Запрос слишком велик.", "The request is too large."}, Text{"Сократите его: до 64 КиБ, запись игры до 1 МиБ.", "Make it shorter: 64 KiB at most, a record of a game 1 MiB."}},
	"bad-request":  {Text{"Запрос записан с ошибкой.", "The request is malformed."}, Text{"Подробности в поле why.", "See the field why."}},
	"bad-command":  {Text{"Такого действия программа не знает.", "The program does not know such a command."}, Text{"Подробности в поле why.", "See the field why."}},
	"option":       {Text{"Такого значения у этой настройки правил нет.", "This house rule has no such value."}, Text{"Выберите значение из списка.", "Choose a value from the list."}},
	"rulebook":     {Text{"Такого свода правил нет.", "There is no such rulebook."}, Text{"Выберите свод из списка.", "Choose a rulebook from the list."}},
	"nick":         {Text{"Имя пустое, невидимое или слишком длинное.", "The name is empty, invisible or too long."}, Text{"Введите от 1 до 24 знаков.", "Enter 1 to 24 characters."}},
	"seat-twice":   {Text{"Один человек сидит на двух местах.", "One person has two seats."}, Text{"Вернитесь к рассадке и оставьте каждому одно место.", "Go back to the seats and leave everybody one."}},
	"no-seating":   {Text{"Так рассадить нельзя: кто-то из пар всё равно окажется рядом или напротив.", "No such order exists: one of the pairs would sit side by side or opposite."}, Text{"Снимите одну из пар и повторите.", "Drop one of the pairs and try again."}},
	"seating-hard": {Text{"Подходящая рассадка не нашлась за отведённое время.", "No fitting order was found in the time allowed."}, Text{"Повторите или снимите одну из пар.", "Try again, or drop one of the pairs."}},
	"not-over":     {Text{"Запись открывается после конца игры.", "The record opens when the game is over."}, Text{"Доиграйте игру до конца.", "Play the game to its end."}},
	"no-seat":      {Text{"Такого места за столом нет.", "There is no such seat at the table."}, Text{"Назовите номер места за этим столом.", "Give the number of a seat at this table."}},
	"bad-record":   {Text{"Запись игры не читается.", "The record of the game cannot be read."}, Text{"Исправьте строку, названную в поле why.", "Correct the line named in the field why."}},
	"same":         {Text{"Эта игра здесь уже есть.", "This game is here already."}, Text{"Откройте прежнюю или сохраните обе.", "Open the earlier one, or keep both."}},
	"busy":         {Text{"Другой файл игр ещё читается.", "Another file of games is still being read."}, Text{"Дождитесь его конца и повторите.", "Wait until it is done, then try again."}},
	"no-folder":    {Text{"Папка для копий не указана.", "No folder for copies is named."}, Text{"Запустите программу с ключом --backup ПАПКА.", "Start the program with --backup FOLDER."}},
	"copy-failed":  {Text{"Копия не получилась. Игры и база целы.", "No copy could be made. Games and database are intact."}, Text{"Проверьте, что папка на месте и на диске есть свободное место.", "See that the folder is in its place and that there is room on the disk."}},
	"no-records":   {Text{"В файле нет записей игр.", "There are no records of games in the file."}, Text{"Выберите файлы .mafia или архив .zip с ними.", "Choose .mafia files, or a .zip with such."}},
	"same-nick":    {Text{"Двое за столом с одним именем.", "Two at the table have one name."}, Text{"Добавьте одному из них букву или фамилию.", "Add a letter or a surname to one of them."}},
	"refused":      {Text{"По правилам сейчас так нельзя.", "The rules do not allow that now."}, Text{"Выберите одно из предложенных действий.", "Choose one of the actions offered."}},
	"setup":        {Text{"В таком составе играть нельзя.", "This cannot be played."}, Text{"Измените число игроков или состав карт.", "Change the number of players or the cards."}},

	"no-phone":      {Text{"Этого телефона в комнате нет.", "This phone is not in the room."}, Text{"Отсканируйте код на экране или введите его заново.", "Scan the code on the screen, or type it again."}},
	"no-board":      {Text{"Эта ссылка экрана больше не действует.", "This link of the board is no longer valid."}, Text{"Попросите у ведущего новую.", "Ask the host for a new one."}},
	"no-guest":      {Text{"Такого телефона в комнате нет.", "There is no such phone in the room."}, Text{"Обновите список: возможно, игрок вышел.", "Look at the list again; the player may have left."}},
	"wrong-code":    {Text{"Такого кода нет.", "There is no such code."}, Text{"Проверьте шесть знаков на экране ведущего: код мог смениться.", "Check the six symbols on the host's screen; the code may have changed."}},
	"slow-codes":    {Text{"Слишком много неверных кодов.", "Too many wrong codes."}, Text{"Подождите минуту или отсканируйте QR-код: он работает сразу.", "Wait a minute, or scan the QR code: it works at once."}},
	"room-locked":   {Text{"Ведущий закрыл вход.", "The host has locked the room."}, Text{"Попросите его открыть вход или показать QR-код Вашего места.", "Ask the host to open it, or to show the QR code of your seat."}},
	"room-full":     {Text{"В комнате слишком много телефонов.", "There are too many phones in the room."}, Text{"Ведущий может убрать те, что уже не нужны.", "The host can remove those that are no longer needed."}},
	"room-rush":     {Text{"Входит слишком много телефонов сразу.", "Too many phones are coming in at once."}, Text{"Подождите несколько секунд и повторите.", "Wait a few seconds and try again."}},
	"nick-taken":    {Text{"Это имя занято.", "This name is taken."}, Text{"Добавьте что-нибудь к имени. Если у Вас новый телефон, войдите так, а потом нажмите «Я сижу за столом» и выберите своё место.", "Add something to it. If you have a new phone, come in like that, then press “I sit at a table” and choose your seat."}},
	"nick-seated":   {Text{"Имя за столом меняет ведущий.", "At the table the host changes names."}, Text{"Попросите ведущего.", "Ask the host."}},
	"seat-played":   {Text{"За столом без ведущего место открывают сами игроки.", "At a table without a host the players open a seat themselves."}, Text{"Пусть новый телефон войдёт в комнату и выберет это место: игроки ответят на своих телефонах.", "Let the new phone come into the room and choose the seat; the players answer on theirs."}},
	"seat-asked":    {Text{"Спрашиваем игроков, можно ли открыть это место на Вашем телефоне.", "The players are being asked whether this seat may be opened on your phone."}, Text{"Хватит согласия прежнего телефона или большинства остальных. Не закрывайте страницу.", "It takes a yes of the seat's own phone, or of most of the others. Keep this page open."}},
	"seat-denied":   {Text{"Игроки не согласились открыть это место на другом телефоне.", "The players did not agree to open this seat on another phone."}, Text{"Договоритесь с ними и попросите ещё раз.", "Settle it with them and ask once more."}},
	"seat-later":    {Text{"Сейчас игроков об этом не спросить.", "The players cannot be asked about it now."}, Text{"Повторите через полминуты. Если не помогает, попросите билет на это место у владельца компьютера.", "Try again in half a minute. If that does not help, ask the computer's owner for a ticket to this seat."}},
	"comes-back":    {Text{"Так в игру вернётся тот, кто после выбывания видел все карты.", "This would bring back a player who has seen all cards after leaving."}, Text{"Подтвердите, если это нужно.", "Confirm it if it has to be."}},
	"rounds":        {Text{"За этим столом сыграно слишком много раундов подряд.", "Too many rounds in a row were played at this table."}, Text{"Выйдите в общую комнату и раздайте карты заново.", "Go back to the lobby and deal anew."}},
	"guest-changed": {Text{"Телефон тем временем сменил имя или место.", "The phone has changed its name or seat meanwhile."}, Text{"Посмотрите на список и решите заново.", "Look at the list and decide again."}},
	"ticket":        {Text{"Этот код места уже использован или устарел.", "This code of a seat was used or is too old."}, Text{"Попросите ведущего показать новый.", "Ask the host for a new one."}},
	"not-seated":    {Text{"У этого телефона нет места за столом.", "This phone has no seat at a table."}, Text{"Выберите своё место: ведущий подтвердит.", "Choose your seat; the host will confirm it."}},
	"no-lobby":      {Text{"Ваша игра ещё идёт.", "Your game still goes on."}, Text{"Доиграйте её, или пусть большинство прервёт её.", "Play it to its end, or let most of you stop it."}},
	"room-game":     {Text{"В комнате идёт игра с ведущим.", "A game with a host is on in this room."}, Text{"Дождитесь её конца.", "Wait for its end."}},
	"room-host":     {Text{"Ведущий готовит игру.", "The host is preparing a game."}, Text{"Подождите: карты раздаст ведущий.", "Wait: the host deals the cards."}},
	"few-phones":    {Text{"Без ведущего играют от 6 до 16 телефонов.", "Without a host it takes 6 to 16 phones."}, Text{"Пусть остальные войдут в комнату и останутся на странице ожидания.", "Let the others come into the room and stay on the waiting page."}},
	"no-ghost":      {Text{"Карты откроются после игры.", "The cards are opened after the game."}, Text{"Выбывшие видят их раньше, только если разрешит ведущий.", "The departed see them earlier only if the host allows it."}},

	"stale":     {Text{"Кто-то уже сделал шаг. Ваше нажатие не учтено.", "Somebody was faster. Your action was not counted."}, Text{"Посмотрите, что изменилось, и повторите при необходимости.", "See what has changed and repeat if need be."}},
	"paused":    {Text{"Игра остановлена.", "Everything is paused."}, Text{"Сначала продолжите игру.", "Continue the game first."}},
	"voided":    {Text{"Игра объявлена несостоявшейся.", "The game was declared void."}, Text{"Отмените это объявление или раздайте карты заново.", "Take the declaration back, or deal anew."}},
	"no-undo":   {Text{"Отменять нечего.", "There is nothing to take back."}, Text{"Раздача не отменяется; её можно провести заново.", "A deal is not taken back; you can deal anew."}},
	"no-redo":   {Text{"Возвращать нечего.", "There is nothing to do again."}, Text{"Отменённое забывается после нового действия.", "What was taken back is forgotten after a new action."}},
	"no-step":   {Text{"Такого шага в журнале нет.", "The history has no such step."}, Text{"Выберите шаг из журнала.", "Choose a step from the log."}},
	"insert":    {Text{"Вставить действие нельзя: из-за него более позднее стало бы невозможным.", "It cannot be put in: a later action would become impossible."}, Text{"Сначала отмените названное действие.", "Take the named action back first."}},
	"no-clock":  {Text{"Сейчас нет времени, которое можно изменить.", "There is no clock to change now."}, Text{"Время идёт во время речи или ночного вызова.", "The clock belongs to a speech or a call of the night."}},
	"key-used":  {Text{"Этот ключ уже принадлежит другому действию.", "This key belongs to another command."}, Text{"Дайте каждому действию новый ключ.", "Give every command a new key."}},
	"host-only": {Text{"Это делает только ведущий.", "Only the host does that."}, Text{"Попросите ведущего.", "Ask the host."}},
	"full":      {Text{"Журнал этого стола заполнен.", "The journal of this table is full."}, Text{"Начните новый стол.", "Open a new table."}},
	"not-yours": {Text{"За этим столом каждый играет только за себя.", "At this table everybody plays for himself alone."}, Text{"Ведущего здесь нет; хозяин машины может только объявить игру несостоявшейся или удалить стол.", "Nobody is host here; the machine's owner can only declare the game void or delete the table."}},
	"not-now":   {Text{"Сейчас этого сделать нельзя.", "This cannot be done now."}, Text{"Посмотрите на экран: за столом уже что-то изменилось.", "Look at the screen: something has changed at the table."}},
	"running":   {Text{"Игра и так идёт.", "Nothing is paused."}, Text{"Действие не требуется.", "There is nothing to do."}},
}

// What to do where a forgotten action does not fit the place chosen for it.
var (
	placeHint   = Text{"Измените выбор или укажите другую строку журнала.", "Change the choice, or choose another line of the log."}
	placeSilent = Text{"В этот момент ни у кого не было речи. Укажите другую строку журнала.", "Nobody had a speech at that moment. Choose another line of the log."}
)

func placeSpeaker(seat mafia.Seat) Text {
	return Text{
		fmt.Sprintf("В этот момент говорил номер %d. Выберите его или другую строку журнала.", seat),
		fmt.Sprintf("At that moment number %d was speaking. Choose that number, or another line of the log.", seat),
	}
}
