# cmake -DTOOL=racemap -DOUT=folder -P WriteHelp.cmake: what racemap says of
# itself, as files.
function(racemap_write File)
  execute_process(COMMAND "${TOOL}" ${ARGN} OUTPUT_FILE "${OUT}/${File}"
                  COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY "${OUT}/man1")
racemap_write(man1/racemap.1 man)
execute_process(COMMAND "${TOOL}" man OUTPUT_VARIABLE Page)
string(REGEX MATCHALL "\n.B racemap [a-z]+\n" Commands "${Page}")
foreach(Command IN LISTS Commands)
  string(REGEX REPLACE ".*racemap ([a-z]+).*" "\\1" Name "${Command}")
  racemap_write(man1/racemap-${Name}.1 man ${Name})
endforeach()
foreach(Shell bash zsh fish)
  racemap_write(racemap.${Shell} completion ${Shell})
endforeach()
